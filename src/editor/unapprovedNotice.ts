import { ProgressLocation, window } from 'vscode';
import { Lifetime, toDisposable, type Disposable } from '../core/lifecycle';
import type { Log } from '../core/log';
import { displayText } from '../core/text';
import type { Supervisor } from '../node/host/supervisor';
import type { Host } from '../node/host/host';
import type { DefinedGrantee } from '../node/servers/definedGrantee';
import { isUnapproved, watchUnapprovedStops } from '../node/servers/unapprovedStops';
import { systemClock } from '../node/systemClock';
import type { CommandId } from './ids';
import { noticeEnd } from './noticeEnd';
import { report } from './registerCommand';
import { withoutLinks } from './withoutLinks';

/** How many names are shown; more would hide the sentence. */
const mostNames = 4;

/**
 * Notifies the user, once for all that end together, that servers and agents were stopped because their definitions are
 * not approved (any more), and links to what has changed. The notification names only those that still wait for
 * approval, and goes once none does. VS Code lets an extension take back only the notification of a progress, which has
 * no buttons: hence the link.
 */
export function noticeUnapprovedStops(host: Host, log: Log): Disposable {
  const lifetime = new Lifetime();
  const over = new AbortController();
  lifetime.add(toDisposable(() => over.abort()));

  const showUntilOther = async (stopped: readonly DefinedGrantee[]): Promise<'gone' | 'other'> => {
    const title = `${withoutLinks(stoppedText(stopped))} ${linkTo(stopped)}`;
    const location = ProgressLocation.Notification;
    return window.withProgress({ location, title, cancellable: true }, (progress, closed) => {
      // A full bar, since nothing is under way; it does not move.
      progress.report({ increment: 100 });
      const onClosed = closed.onCancellationRequested;
      const onChanged = host.supervisor.defined.onDidChange;
      return noticeEnd(
        { onClosed, onChanged, over: over.signal },
        () => waitingOf(host.supervisor, idsOf(stopped)).length === stopped.length,
      );
    });
  };
  const notice = async (stopped: readonly DefinedGrantee[]) => {
    const ids = idsOf(stopped);
    for (
      let left = waitingOf(host.supervisor, ids);
      left.length > 0 && !lifetime.ended;
      left = waitingOf(host.supervisor, ids)
    )
      if ((await showUntilOther(left)) === 'gone') return;
  };
  lifetime.add(
    watchUnapprovedStops(
      { defined: host.supervisor.defined, outside: host.clients.outside },
      systemClock,
      (stopped) => {
        void notice(stopped).catch((error: unknown) => report(error, log));
      },
    ),
  );
  return lifetime;
}

/** Those of these servers and agents that wait for approval. @param ids as the command of the notice is given them */
export function waitingOf(supervisor: Supervisor, ids: readonly unknown[]): readonly DefinedGrantee[] {
  // Found by id: what was changed meanwhile is another object, and what was removed is not found.
  return ids.flatMap((id) => supervisor.defined.byId(String(id)) ?? []).filter(isWaiting);
}

/** A definition that is still being read says nothing yet: it is taken to wait, like the one before it. */
function isWaiting(server: DefinedGrantee): boolean {
  return isUnapproved(server) || (server.approval === undefined && server.fault === undefined);
}

function idsOf(stopped: readonly DefinedGrantee[]): readonly string[] {
  return stopped.map(({ id }) => id);
}

function linkTo(stopped: readonly DefinedGrantee[]): string {
  const label = stopped.length === 1 ? 'Review Change' : 'Review Changes';
  const given = encodeURIComponent(JSON.stringify([idsOf(stopped)]));
  return `[${label}](command:${'mcpRoots.reviewStopped' satisfies CommandId}?${given})`;
}

function stoppedText(stopped: readonly DefinedGrantee[]): string {
  const names = stopped.slice(0, mostNames).map(({ name }) => `“${displayText(name, 40)}”`);
  const more = stopped.length > names.length ? [`${stopped.length - names.length} more`] : [];
  const listed = [...names, ...more].join(', ');
  const haveChanged = stopped.every(({ approval }) => approval?.kind === 'changed');
  if (stopped.length === 1) {
    const why = haveChanged ? 'its definition has changed' : 'its definition is not approved any more';
    return `${listed} was stopped: ${why}. It won’t run until you approve it.`;
  }
  const why = haveChanged ? 'their definitions have changed' : 'their definitions are not approved any more';
  return `${listed} were stopped: ${why}. They won’t run until you approve them.`;
}
