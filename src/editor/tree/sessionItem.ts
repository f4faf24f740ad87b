import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { SessionFolder } from '../../core/acp/toldAndNow';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { EarlierNode, SessionLineNode, SessionNode } from './nodes';
import { linesOf } from './sessionLines';
import { referenceTo } from './sessionReference';
import { earlierText, folderName, sessionText, toldText } from './sessionWords';
import { countOf } from './words';
import { lineContext } from './lineContext';

const warning = new ThemeColor('list.warningForeground');

/** The line of an open session: whether it is in a turn, what it was told, and what it would be told now. */
export function sessionItem(node: SessionNode): TreeItem {
  const { agent, session } = node;
  const name = displayText(sessionText(session), 100);
  // A line can be drawn after its session has ended.
  if (!agent.isReady || agent.sessions.byId(session.id) === undefined) return new TreeItem({ label: name });
  const standing = agent.sessions.standingOf(session);
  const isBusy = agent.sessions.isBusy(session.id);
  const lines = linesOf(node);
  const isInStep = standing.kind === 'in step';
  const cannotSee = standing.folders.some(({ standing: how }) => how === 'cannot be told');
  const unseen = standing.folders.flatMap(({ folder, standing: how }) =>
    how === 'cannot be told' ? folderName(agent, folder) : [],
  );
  const item = new TreeItem(
    { label: name },
    isInStep && !cannotSee ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded,
  );
  const words = [
    ...(isBusy ? ['busy'] : []),
    toldText(agent, standing),
    ...(unseen.length > 0 ? [`cannot see: ${unseen.join(', ')}`] : []),
  ].join(' · ');
  item.id = `session ${agent.id} ${session.id}`;
  item.description = displayText(words, 300);
  item.iconPath = iconOf(standing.kind, isBusy);
  item.tooltip = [
    `${name}, a session of ${displayText(agent.name, 80)}`,
    isBusy ? 'in a turn' : 'idle',
    ...lines.map(lineText),
    ...serverLines(session),
  ].join('\n');
  item.contextValue = lineContext(
    ['session', isBusy ? 'busy' : 'idle', isInStep ? 'inStep' : standing.kind],
    { forks: agent.sessions.abilities.fork },
  );
  item.accessibilityInformation = {
    label: `session ${name} of agent ${displayText(agent.name, 80)}, ${isBusy ? 'busy' : 'idle'}, ${words}`,
    role: 'treeitem',
  };
  return item;
}

/** The servers that a session is given, and its name as a client of them. */
function serverLines({ servers: { name, handed } }: AgentSession): readonly string[] {
  if (name === undefined) return [];
  const given = handed.map((server) => server.name).join(', ');
  return [displayText(`is given ${given}, below which it stands as “${name}”`, 300)];
}

/** A line below that of a session. */
export function sessionLineItem(node: SessionLineNode): TreeItem {
  const { agent, session, line } = node;
  const item = new TreeItem({ label: labelOf(node) });
  item.id = `session line ${agent.id} ${session.id} ${line.kind} ${line.kind === 'folder' ? line.folder.folder : line.text}`;
  switch (line.kind) {
    case 'note':
      item.description = line.why;
      item.tooltip = lineText(node);
      item.iconPath = line.isSerious ? new ThemeIcon('warning', warning) : new ThemeIcon('info');
      break;
    case 'action':
      item.iconPath = new ThemeIcon(line.icon);
      item.command = { command: line.command, title: line.text, arguments: [referenceTo(node)] };
      break;
    case 'folder':
      item.description = folderWords(line.folder);
      item.iconPath = folderIcon(line.folder);
      item.tooltip = displayText(line.folder.folder, 300);
  }
  item.accessibilityInformation = { label: lineText(node), role: 'treeitem' };
  return item;
}

/** The line by which earlier sessions of an agent are opened. */
export function earlierItem(node: EarlierNode): TreeItem {
  const { agent } = node;
  const { earlier } = agent;
  const [last] = earlier;
  const item = new TreeItem('Earlier sessions');
  item.id = `earlier ${agent.id}`;
  item.description = [
    countOf(earlier.length, 'session'),
    ...(last === undefined ? [] : [`last: ${displayText(earlierText(last), 60)}`]),
  ].join(' · ');
  item.iconPath = new ThemeIcon('history');
  item.tooltip = 'Opens one of them again, with the folders that it had and that are still allowed.';
  item.contextValue = lineContext(['earlier']);
  item.command = {
    command: 'mcpRoots.openSession',
    title: 'Open Earlier Session',
    arguments: [referenceTo(node)],
  };
  item.accessibilityInformation = {
    label: `earlier sessions of agent ${displayText(agent.name, 80)}, ${item.description}`,
    role: 'treeitem',
  };
  return item;
}

function iconOf(kind: 'in step' | 'changed' | 'stopped', isBusy: boolean): ThemeIcon {
  if (kind === 'stopped') return new ThemeIcon('warning', warning);
  if (isBusy) return new ThemeIcon('loading~spin');
  return kind === 'changed' ? new ThemeIcon('sync-ignored', warning) : new ThemeIcon('comment-discussion');
}

function labelOf({ agent, line }: SessionLineNode): string {
  return line.kind === 'folder' ? folderName(agent, line.folder.folder) : line.text;
}

function lineText(node: SessionLineNode): string {
  const label = labelOf(node);
  switch (node.line.kind) {
    case 'folder':
      return `${label}: ${folderWords(node.line.folder)}`;
    case 'note':
      return `${label}: ${node.line.why}`;
    case 'action':
      return label;
  }
}

function folderWords({ isCwd, standing }: SessionFolder): string {
  return isCwd ? `working directory · ${standing}` : standing;
}

function folderIcon({ standing }: SessionFolder): ThemeIcon {
  switch (standing) {
    case 'told':
      return ThemeIcon.Folder;
    case 'withdrawn':
    case 'held back':
      return new ThemeIcon('circle-slash', warning);
    case 'not told yet':
      return new ThemeIcon('clock');
    case 'cannot be told':
      return new ThemeIcon('eye-closed', warning);
  }
}
