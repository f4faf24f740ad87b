import { ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { listedRoots } from '../../core/consent/exposure';
import { displayText } from '../../core/text';
import type { OutsideClient } from '../../node/servers/outsideClient';
import { callLines, type CallWords } from './callWords';
import { countOf, newText, stateText, syncText, toolsText } from './words';
import { lineContext } from './lineContext';

/**
 * The line of another client, or of a session of an agent, below a server that it may open.
 * @param calls what the line says of calls of tools
 */
export function clientItem(client: OutsideClient, waiting: number, calls: CallWords): TreeItem {
  const name = displayText(client.client.name, 80);
  const item = new TreeItem(
    { label: name },
    !isSession(client) && client.folders.length + client.named.length > 0
      ? TreeItemCollapsibleState.Collapsed
      : TreeItemCollapsibleState.None,
  );
  const words = wordsOf(client, waiting, calls);
  const server = displayText(client.server.name, 80);
  item.id = `client ${client.id}`;
  item.description = words;
  item.iconPath = new ThemeIcon(client.sessionCount > 0 ? 'plug' : 'debug-disconnect');
  item.tooltip = [
    `${name}, ${isSession(client) ? 'which is given' : 'another client of'} ${server}`,
    words,
    foldersText(client),
    ...callLines(client.calls),
  ].join('\n');
  const isDecidedHere = client.prepared !== undefined && !isSession(client);
  item.contextValue = lineContext(['client'], {
    prepared: isDecidedHere,
    consents: isDecidedHere,
    toolsChanged: client.tools.changes.length > 0,
  });
  item.accessibilityInformation = { label: `client ${name} of server ${server}, ${words}`, role: 'treeitem' };
  return item;
}

/** Is it the session of an agent, for which nothing is decided here? */
function isSession({ client }: OutsideClient): boolean {
  return client.session !== undefined;
}

function foldersText(client: OutsideClient): string {
  if (!isSession(client)) return 'Its folders are its own: it sees none that you do not allow here.';
  const names = listedRoots(client.exposure.current).map(({ name }) => displayText(name, 60));
  const seen = names.length === 0 ? 'no folder' : names.join(', ');
  return `It sees what both the server and the session may see: ${seen}.`;
}

function wordsOf(
  { definition, exposure, sessionCount, refusal, state, sync, tools }: OutsideClient,
  waiting: number,
  calls: CallWords,
): string {
  const pending = [...newText(waiting), ...toolsText(tools.changes)];
  if (refusal !== undefined) return displayText([`was refused: ${refusal}`, ...pending].join(' · '), 300);
  if (sessionCount === 0) {
    const how = state.kind === 'stopped' && state.why === undefined ? 'not connected' : stateText(state);
    return displayText([how, ...toolsText(tools.changes), ...calls.last].join(' · '), 300);
  }
  const known =
    state.kind === 'running' && sync !== undefined ? [syncText(sync, { definition, exposure })] : [];
  const count = sessionCount > 1 ? [countOf(sessionCount, 'session')] : [];
  return displayText(
    [stateText(state), ...calls.calling, ...count, ...known, ...pending, ...calls.last].join(' · '),
    300,
  );
}
