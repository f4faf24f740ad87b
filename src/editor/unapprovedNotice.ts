import { window } from 'vscode';
import type { Disposable } from '../core/lifecycle';
import { displayText } from '../core/text';
import type { Host } from '../node/host/host';
import type { DefinedGrantee } from '../node/servers/definedGrantee';
import { watchUnapprovedStops } from '../node/servers/unapprovedStops';
import { systemClock } from '../node/systemClock';
import { withoutLinks } from './withoutLinks';

/** So many names are read; more would hide the sentence. */
const mostNames = 4;

/**
 * Says, once for all that end together, that servers and agents were stopped because their definitions are not approved (any
 * more), and offers to look at what has changed.
 * @param review asks for approval, and starts again what is approved
 */
export function noticeUnapprovedStops(
  host: Host,
  review: (servers: readonly DefinedGrantee[]) => Promise<void>,
  fail: (error: unknown) => void,
): Disposable {
  const notice = async (stopped: readonly DefinedGrantee[]) => {
    const action = stopped.length === 1 ? 'Review Change' : 'Review Changes';
    if ((await window.showWarningMessage(withoutLinks(stoppedText(stopped)), action)) !== action) return;
    // Whoever was removed or changed meanwhile has another server in its place.
    await review(stopped.flatMap(({ id }) => host.defined.byId(id) ?? []));
  };
  return watchUnapprovedStops(host, systemClock, (stopped) => void notice(stopped).catch(fail));
}

function stoppedText(stopped: readonly DefinedGrantee[]): string {
  const names = stopped.slice(0, mostNames).map(({ name }) => `“${displayText(name, 40)}”`);
  const more = stopped.length > names.length ? [`${stopped.length - names.length} more`] : [];
  const listed = [...names, ...more].join(', ');
  const haveChanged = stopped.every(({ approval }) => approval?.kind === 'changed');
  if (stopped.length === 1) {
    const why = haveChanged ? 'its definition has changed' : 'its definition is not approved any more';
    return `${listed} was stopped: ${why}. It does not run again before you approve it.`;
  }
  const why = haveChanged ? 'their definitions have changed' : 'their definitions are not approved any more';
  return `${listed} were stopped: ${why}. They do not run again before you approve them.`;
}
