import path from 'node:path';
import { TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { NativeServer } from '../../core/chat/nativeServer';
import { nativeCopySentence } from '../../core/chat/nativeWords';
import { scopeText } from '../../core/servers/definition';
import { placeText } from '../../core/servers/serverPlace';
import { displayText } from '../../core/text';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { ManagedServer } from '../../node/servers/managedServer';
import { callLines, type CallWords } from './callWords';
import {
  definitionFacts,
  definitionLines,
  errorIcon,
  lineIcon,
  stateWords,
  whyUnusable,
} from './definedLine';
import type { FaultNode } from './nodes';
import { newText, syncLine, syncText, toolsText } from './words';
import { lineContext, type LineFacts } from './lineContext';

/** What the line of a server says besides what the server itself knows. */
interface ServerSurface {
  /** How many folders wait for a decision. */
  readonly waiting: number;
  /** The server of the same name that keeps it from starting. */
  readonly shadowedBy: DefinedGrantee | undefined;
  readonly isInChat: boolean;
  /** The entries of VS Code's own configuration that start this server. */
  readonly natives: readonly NativeServer[];
  /** What it may ask, a line each. */
  readonly mayAsk: readonly string[];
  /** What the line says of calls of tools. */
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
  const words = [...(natives.length > 0 ? ['also in mcp.json'] : []), descriptionOf(server, surface)].join(
    ' · ',
  );
  item.description = words;
  item.iconPath = lineIcon(server, shadowedBy);
  item.tooltip = [
    tooltipOf(server, words),
    ...surface.mayAsk,
    ...natives.map((native) => nativeCopySentence(native, path)),
  ].join('\n');
  item.contextValue = lineContext(['server'], {
    ...definitionFacts(server, shadowedBy),
    ...serverFacts(server, shadowedBy, isInChat),
    native: natives.length > 0,
  });
  item.accessibilityInformation = {
    label: `server ${displayText(server.name, 80)}, ${words}`,
    role: 'treeitem',
  };
  return item;
}

/** The line of an entry of the settings that cannot be used. */
export function faultItem({ fault, noun }: FaultNode): TreeItem {
  const item = new TreeItem(displayText(fault.name, 80), TreeItemCollapsibleState.None);
  item.id = `fault ${noun} ${JSON.stringify(fault.scope)} ${fault.name}`;
  item.description = displayText(fault.problem, 300);
  item.tooltip = `${displayText(fault.name, 80)} (${scopeText(fault.scope)})\n${displayText(fault.problem, 1000)}`;
  item.iconPath = errorIcon;
  item.contextValue = lineContext([noun, 'faulty']);
  item.accessibilityInformation = {
    label: `${noun} ${displayText(fault.name, 80)} cannot be used, ${displayText(fault.problem, 300)}`,
  };
  return item;
}

function descriptionOf(server: ManagedServer, { waiting, shadowedBy, calls }: ServerSurface): string {
  const unusable = whyUnusable(server, shadowedBy);
  if (unusable !== undefined) return unusable;
  const { sync } = server;
  const known = server.state.kind === 'running' && sync !== undefined ? [syncText(sync, server)] : [];
  const tools = toolsText(server.tools.changes);
  return displayText(
    [stateWords(server), ...calls.calling, ...known, ...newText(waiting), ...tools, ...calls.last].join(
      ' · ',
    ),
    300,
  );
}

function tooltipOf(server: ManagedServer, words: string): string {
  const { name, definition, state, calls, sync } = server;
  return [
    `${displayText(name, 80)} (${scopeText(definition.scope)})`,
    words,
    ...definitionLines(server),
    ...(state.kind === 'running'
      ? [
          ...(sync === undefined ? [] : [syncLine(sync, server)]),
          `${displayText(placeText(state.place), 300)}, MCP ${displayText(state.protocolVersion, 20)}, reports as ${state.serverInfo || 'nothing'}`,
        ]
      : []),
    ...callLines(calls),
  ].join('\n');
}

function serverFacts(
  { state, prepared, client, tools }: ManagedServer,
  shadowedBy: DefinedGrantee | undefined,
  isInChat: boolean,
): LineFacts {
  return {
    logs: client?.hasLogging === true,
    mustSignIn: state.kind === 'failed' && state.mustSignIn === true,
    address: prepared?.launch.kind === 'address',
    toolsChanged: tools.changes.length > 0,
    instructed: client?.instructions !== undefined,
    usedInChat: isInChat,
    usableInChat: !isInChat && prepared !== undefined && shadowedBy === undefined,
  };
}
