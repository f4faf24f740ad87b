import { TreeItem, TreeItemCollapsibleState } from 'vscode';
import { downloadIn } from '../../core/approval/download';
import { scopeText } from '../../core/servers/definition';
import { placeText } from '../../core/servers/serverPlace';
import { displayText } from '../../core/text';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { definitionFacts, definitionLines, lineIcon, stateWords, whyUnusable } from './definedLine';
import { newText } from './words';
import { lineContext, type LineFacts } from './lineContext';

/** What the line of an agent says besides what the agent itself knows. */
interface AgentSurface {
  /** How many folders wait for a decision. */
  readonly waiting: number;
  /** The agent of the same name that keeps it from starting. */
  readonly shadowedBy: DefinedGrantee | undefined;
  /** The names of the servers that it is given. */
  readonly given: readonly string[];
}

/** The line of an agent. It differs from that of a server by its icon, and for a screen reader by its label. */
export function agentItem(agent: ManagedAgent, { waiting, shadowedBy, given }: AgentSurface): TreeItem {
  const name = displayText(agent.name, 80);
  const item = new TreeItem(
    name,
    agent.folders.length + agent.named.length > 0 || agent.isReady
      ? TreeItemCollapsibleState.Expanded
      : TreeItemCollapsibleState.None,
  );
  const words =
    whyUnusable(agent, shadowedBy) ??
    [stateWords(agent), ...downloadWords(agent), ...newText(waiting)].join(' · ');
  item.id = `agent ${agent.id}`;
  item.description = displayText(words, 300);
  item.iconPath = lineIcon(agent, shadowedBy);
  item.tooltip = [
    `${name}, an agent (${scopeText(agent.definition.scope)})`,
    item.description,
    ...definitionLines(agent),
    ...runLines(agent),
    ...givenLines(given),
  ].join('\n');
  item.contextValue = lineContext(['agent'], {
    ...definitionFacts(agent, shadowedBy),
    ...sessionFacts(agent),
  });
  item.accessibilityInformation = { label: `agent ${name}, ${item.description}`, role: 'treeitem' };
  return item;
}

/** Facts for the menus of its line: about its sessions, and about signing in and out. */
function sessionFacts(agent: ManagedAgent): LineFacts {
  const resumes = agent.earlier.length > 0;
  if (!agent.isReady) return { resumes };
  const { methods, canLogOut } = agent.authentication;
  return { ready: true, resumes, signsIn: methods.length > 0, signsOut: canLogOut };
}

function givenLines(given: readonly string[]): readonly string[] {
  return given.length === 0 ? [] : [displayText(`its sessions are given: ${given.join(', ')}`, 300)];
}

/** A remark while an agent starts that may be downloaded first: that can take long, and shows nothing meanwhile. */
function downloadWords({ state, prepared }: ManagedAgent): readonly string[] {
  if (state.kind !== 'starting' || prepared?.launch.kind !== 'process') return [];
  const { executable, args } = prepared.launch;
  return downloadIn(executable, args).length > 0 ? ['may be downloading it first'] : [];
}

function runLines({ state }: ManagedAgent): readonly string[] {
  if (state.kind !== 'running') return [];
  const { place, protocolVersion, serverInfo } = state;
  return [
    `${displayText(placeText(place), 300)}, ACP ${displayText(protocolVersion, 20)}, reports as ${serverInfo || 'nothing'}`,
  ];
}
