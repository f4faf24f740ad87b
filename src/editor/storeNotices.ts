import { commands, window } from 'vscode';
import { Lifetime, Slot, type Disposable } from '../core/lifecycle';
import { displayText } from '../core/text';
import type { Host } from '../node/host/host';
import { systemClock } from '../node/systemClock';
import type { CommandId } from './ids';
import { countOf } from './tree/words';
import { withoutLinks } from './withoutLinks';

/**
 * How long to wait before a change is reported, in milliseconds: a window that is just revoking something raises the
 * head before it writes its record (rule 16).
 */
const settledAfter = 3000;
/** How many names are shown; more would hide the sentence. */
const mostNames = 6;

const review = 'Manage Folder Access…';
const dismiss = 'Dismiss';
const letIn = 'Let Them In';
const remove = 'Remove Them';

/**
 * Warns that something else than VS Code changed stored decisions, and has the user confirm clients that were let in by
 * a version that did not sign them.
 */
export function noticeStore(host: Host, fail: (error: unknown) => void): Disposable {
  const lifetime = new Lifetime();
  const waiting = lifetime.add(new Slot());
  let said = 0;
  const look = () => {
    const { count } = host.consent.outsideChanges;
    if (count > said) void sayChanged(host).catch(fail);
    said = count;
  };
  const lookLater = () => (waiting.value = systemClock.after(settledAfter, look));
  lifetime.add(host.consent.outsideChanges.onDidChange(lookLater));
  look();
  void confirmClients(host).catch(fail);
  return lifetime;
}

/** The same as a text above the tree, until the user has dealt with it; undefined when all is as VS Code left it. */
export function storeText({
  consent: { outsideChanges },
  clients: {
    bridge: { keys },
  },
}: Host): string | undefined {
  const { count } = outsideChanges;
  const clients = keys.unconfirmed.length;
  const parts = [
    ...(count === 0 ? [] : [changedText(count)]),
    ...(clients === 0
      ? []
      : [
          `${countOf(clients, 'client')} may not connect before you confirm: reload this window to be asked.`,
        ]),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}

async function sayChanged(host: Host): Promise<void> {
  const { outsideChanges, sharing } = host.consent;
  const paused = sharing.signed.changedOutside > 0 ? ' Sharing is paused for that reason.' : '';
  const answer = await window.showWarningMessage(
    `${changedText(outsideChanges.count)}${paused}`,
    review,
    dismiss,
  );
  if (answer === undefined) return;
  await outsideChanges.acknowledge();
  if (answer === review) await commands.executeCommand('mcpRoots.manageAccess' satisfies CommandId);
}

function changedText(count: number): string {
  const [are, they] = count === 1 ? ['is', 'It counts'] : ['are', 'They count'];
  return `${countOf(count, 'stored decision')} ${are} missing or older than what VS Code saved. ${they} as not decided.`;
}

async function confirmClients({
  clients: {
    bridge: { keys },
  },
}: Host): Promise<void> {
  const { unconfirmed } = keys;
  if (unconfirmed.length === 0) return;
  const names = unconfirmed.slice(0, mostNames).map(({ name }) => `“${displayText(name, 40)}”`);
  if (unconfirmed.length > names.length) names.push(`${unconfirmed.length - names.length} more`);
  const text =
    `MCP Roots now signs which clients may connect. Did you let these in: ${names.join(', ')}? ` +
    'They cannot connect before you confirm.';
  const answer = await window.showWarningMessage(withoutLinks(text), letIn, remove);
  const ids = unconfirmed.map(({ id }) => id);
  if (answer === letIn) await keys.confirm(ids);
  if (answer === remove) for (const id of ids) await keys.revoke(id);
}
