import path from 'node:path';
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { isApproved } from '../../core/approval/approvals';
import type { NativeServer } from '../../core/chat/nativeServer';
import { nativeCopySentence } from '../../core/chat/nativeWords';
import { inputTitle, type InputDefinition } from '../../core/inputs/inputDefinition';
import { scopeText } from '../../core/servers/definition';
import { launchText } from '../../core/servers/launch';
import { hearsOfRoots } from '../../core/servers/placeholders';
import { placeText } from '../../core/servers/serverPlace';
import { isActive, type ServerState } from '../../core/servers/serverState';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import { callLines, type CallWords } from './callWords';
import type { FaultNode } from './nodes';
import { countOf, stateText, syncText, toolsText } from './words';

/** What is said of a server beside what it says of itself. */
interface ServerSurface {
  /** How many folders wait for a decision. */
  readonly waiting: number;
  /** The server of the same name that keeps it from starting. */
  readonly shadowedBy: ManagedServer | undefined;
  readonly isInChat: boolean;
  /** The servers of VS Code's own configuration that are this one. */
  readonly natives: readonly NativeServer[];
  /** What it may ask, a line each. */
  readonly mayAsk: readonly string[];
  /** What is to be said of calls of tools. */
  readonly calls: CallWords;
}

/** The line of a server. */
export function serverItem(server: ManagedServer, surface: ServerSurface): TreeItem {
  const { shadowedBy, isInChat, natives } = surface;
  const item = new TreeItem(
    displayText(server.name, 80),
    server.folders.length + server.named.length > 0 || server.client !== undefined
      ? TreeItemCollapsibleState.Expanded
      : TreeItemCollapsibleState.None,
  );
  item.id = `server ${server.id}`;
  const words = [
    ...(natives.length > 0 ? ['VS Code starts it too'] : []),
    descriptionOf(server, surface),
  ].join(' · ');
  item.description = words;
  item.iconPath = server.fault === undefined && !shadowedBy ? stateIcon(server.state) : errorIcon;
  item.tooltip = [
    tooltipOf(server, words),
    ...surface.mayAsk,
    ...natives.map((native) => nativeCopySentence(native, path)),
  ].join('\n');
  item.contextValue = `${contextOf(server, shadowedBy, isInChat)}${natives.length > 0 ? ' native' : ''}`;
  item.accessibilityInformation = {
    label: `server ${displayText(server.name, 80)}, ${words}`,
    role: 'treeitem',
  };
  return item;
}

/** The line of an entry of the settings that cannot be used. */
export function faultItem({ fault }: FaultNode): TreeItem {
  const item = new TreeItem(displayText(fault.name, 80), TreeItemCollapsibleState.None);
  item.id = `fault ${JSON.stringify(fault.scope)} ${fault.name}`;
  item.description = displayText(fault.problem, 300);
  item.tooltip = `${displayText(fault.name, 80)} (${scopeText(fault.scope)})\n${displayText(fault.problem, 1000)}`;
  item.iconPath = errorIcon;
  item.contextValue = 'server faulty';
  item.accessibilityInformation = {
    label: `server ${displayText(fault.name, 80)} cannot be used, ${displayText(fault.problem, 300)}`,
  };
  return item;
}

const errorIcon = new ThemeIcon('error', new ThemeColor('list.errorForeground'));

function descriptionOf(server: ManagedServer, { waiting, shadowedBy, calls }: ServerSurface): string {
  if (shadowedBy !== undefined) {
    return `not started: the ${scopeText(shadowedBy.definition.scope)} define a server of the same name`;
  }
  if (server.fault !== undefined) return displayText(server.fault.why, 300);
  const { sync } = server;
  const known =
    server.state.kind === 'running' && sync !== undefined ? [syncText(sync, server.definition)] : [];
  const pending = waiting > 0 ? [`${countOf(waiting, 'folder')} waiting`] : [];
  const tools = toolsText(server.tools.changes);
  return displayText(
    [...stateWords(server), ...calls.calling, ...known, ...pending, ...tools, ...calls.last].join(' · '),
    300,
  );
}

/** Who sees a server stopped is told why it will not simply start. */
function stateWords({ state, approval, missing }: ManagedServer): readonly string[] {
  const isAtRest = state.kind === 'stopped' || state.kind === 'stopped by the server';
  if (isAtRest && approval?.kind === 'changed') return ['changed since it was approved'];
  if (isAtRest && approval?.kind === 'new') return ['not approved yet'];
  if (isAtRest && missing.length > 0) return ['waits for your answer'];
  return [stateText(state)];
}

/** The state of a server as an icon, the same wherever the server has a line. */
export function stateIcon(state: ServerState): ThemeIcon {
  switch (state.kind) {
    case 'running':
      return new ThemeIcon('vm-running', new ThemeColor('testing.iconPassed'));
    case 'starting':
    case 'restarting':
    case 'stopping':
      return new ThemeIcon('loading~spin');
    case 'failed':
      return errorIcon;
    case 'asleep':
    case 'waiting for a grant':
      return new ThemeIcon('watch');
    case 'stopped':
    case 'stopped by the server':
      return new ThemeIcon('vm-outline');
  }
}

function tooltipOf(server: ManagedServer, words: string): string {
  const { name, definition, prepared, approval, missing, state, calls } = server;
  const lines = [
    `${displayText(name, 80)} (${scopeText(definition.scope)})`,
    words,
    approval?.kind === 'new' ? 'its start shows the whole definition first' : undefined,
    approval?.kind === 'changed' ? 'its start shows what was approved beside what it is now' : undefined,
    missing.length === 0 ? undefined : missingText(missing),
    prepared === undefined ? undefined : displayText(launchText(prepared.launch), 500),
    state.kind === 'running'
      ? `${displayText(placeText(state.place), 300)}, MCP ${displayText(state.protocolVersion, 20)}, calls itself ${state.serverInfo || 'nothing'}`
      : undefined,
    ...callLines(calls),
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

function missingText(missing: readonly InputDefinition[]): string {
  return displayText(`its start asks you for: ${missing.map(inputTitle).join(', ')}`, 300);
}

function contextOf(server: ManagedServer, shadowedBy: ManagedServer | undefined, isInChat: boolean): string {
  const { fault, state, definition, prepared, approval } = server;
  const active = isActive(state);
  return [
    'server',
    ...(prepared === undefined ? [] : ['prepared']),
    ...(prepared !== undefined && hearsOfRoots(definition) ? ['consents'] : []),
    ...(definition.scope.kind === 'bundled' ? [] : ['configured']),
    ...(approval === undefined ? [] : [isApproved(approval) ? 'approved' : 'unapproved']),
    ...(fault === undefined ? [] : ['faulty']),
    ...(definition.inputs.length > 0 ? ['asksInputs'] : []),
    ...(prepared !== undefined && !active && !shadowedBy ? ['startable'] : []),
    ...(active ? ['stoppable'] : []),
    ...(server.client?.hasLogging === true ? ['logs'] : []),
    ...(state.kind === 'failed' && state.mustSignIn ? ['mustSignIn'] : []),
    ...(prepared?.launch.kind === 'address' ? ['address'] : []),
    ...(server.tools.changes.length > 0 ? ['toolsChanged'] : []),
    ...(server.client?.instructions === undefined ? [] : ['instructed']),
    ...(isInChat ? ['usedInChat'] : prepared !== undefined && !shadowedBy ? ['usableInChat'] : []),
  ].join(' ');
}
