import {
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  type TreeItemLabel,
} from 'vscode';
import { listedRoots } from '../../core/consent/exposure';
import { diskRemark, whyUnavailable, type Candidate } from '../../core/roots/candidate';
import { nounOf } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Grantee } from '../../node/servers/grantee';
import { stateIcon } from './definedLine';
import type { FolderNode, NamedNode, PairNode } from './nodes';
import { consentText } from './words';
import { lineContext } from './lineContext';

/** The line of a folder, when the tree is grouped by folder. */
export function folderItem({ candidate }: FolderNode): TreeItem {
  const item = new TreeItem(displayText(candidate.name, 80), TreeItemCollapsibleState.Expanded);
  const why = whyUnavailable(candidate);
  const where = displayText(candidate.path ?? candidate.uri, 300);
  item.id = `folder ${candidate.uri}`;
  item.description = why ?? where;
  item.tooltip = [where, why ?? diskRemark(candidate) ?? []].flat().join('\n');
  item.iconPath = why === undefined ? candidateIcon(candidate) : unavailableIcon;
  item.contextValue = lineContext(['folder'], { added: candidate.origin !== 'workspace' });
  item.accessibilityInformation = { label: `folder ${displayText(candidate.name, 80)}, ${item.description}` };
  return item;
}

/** The line of one folder under one server, or the other way round. */
export function pairItem({ server, candidate, consent, under, isPostponed }: PairNode): TreeItem {
  const folder = displayText(candidate.name, 80);
  const name = displayText(server.name, 80);
  const item = new TreeItem(under === 'server' ? folder : name, TreeItemCollapsibleState.None);
  const words = consentText(consent, isPostponed);
  item.id = `pair ${under} ${server.id} ${candidate.uri}`;
  // An agent is marked as one: a server can have its name, and while a decision waits the icon does not tell them
  // apart.
  const isAgentBelow = under === 'folder' && nounOf(server.definition) === 'agent';
  item.description = displayText(isAgentBelow ? `agent · ${words}` : words, 300);
  const about = `${displayText(candidate.path ?? candidate.uri, 300)}\n${name}: ${displayText(words, 400)}`;
  item.tooltip = [about, diskRemark(candidate) ?? []].flat().join('\n');
  item.contextValue = lineContext(['folder'], {
    pair: consent.kind !== 'cannot be shared',
    added: candidate.origin !== 'workspace',
    ofAgent: nounOf(server.definition) === 'agent',
  });
  item.iconPath = iconOf(isPostponed ? 'denied' : consent.kind, under, server, candidate);
  if (consent.kind !== 'cannot be shared') addCheckbox(item, consent.kind === 'allowed', folder, name, words);
  const isShared = listedRoots(server.exposure.current).some(({ source }) => source === candidate.uri);
  const shared = isShared ? 'shared' : 'not shared';
  item.accessibilityInformation = {
    label: `folder ${folder}, ${shared} with ${nounOf(server.definition)} ${name}, ${words}`,
  };
  return item;
}

/** The line of a folder outside the catalog that a definition names. */
export function namedItem({ server, folder }: NamedNode): TreeItem {
  const item = new TreeItem(labelOf(folder.name), TreeItemCollapsibleState.None);
  const name = displayText(server.name, 80);
  const words = `${folder.granted ? 'allowed' : 'not allowed'}, named by the definition`;
  item.id = `named ${server.id} ${folder.path}`;
  item.description = words;
  item.tooltip = `${displayText(folder.path, 300)}\n${name}: ${words}`;
  item.iconPath = new ThemeIcon('file-symlink-directory');
  if (folder.grantable !== undefined) {
    item.contextValue = lineContext(['pair'], { ofAgent: nounOf(server.definition) === 'agent' });
    addCheckbox(item, folder.granted, displayText(folder.name, 80), name, words);
  }
  item.accessibilityInformation = {
    label: `folder ${displayText(folder.name, 80)}, ${words}, ${nounOf(server.definition)} ${name}`,
  };
  return item;
}

const unavailableIcon = new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'));

function candidateIcon({ availability }: Candidate): ThemeIcon {
  if (availability.kind === 'address') return new ThemeIcon('globe');
  return availability.kind === 'file' ? ThemeIcon.File : ThemeIcon.Folder;
}

function iconOf(
  kind: PairNode['consent']['kind'],
  under: PairNode['under'],
  server: Grantee,
  candidate: Candidate,
): ThemeIcon {
  switch (kind) {
    case 'undecided':
      return new ThemeIcon('question', new ThemeColor('list.warningForeground'));
    case 'cannot be shared':
      return unavailableIcon;
    case 'allowed':
    case 'denied':
      return under === 'server' ? candidateIcon(candidate) : stateIcon(server.state, server.definition);
  }
}

function addCheckbox(item: TreeItem, ticked: boolean, folder: string, server: string, words: string): void {
  const tooltip = ticked ? `Revoke “${folder}” for “${server}”` : `Allow “${folder}” for “${server}”`;
  item.checkboxState = {
    state: ticked ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked,
    tooltip,
    accessibilityInformation: { label: `${folder} for ${server}, ${words}`, role: 'checkbox' },
  };
}

function labelOf(name: string): TreeItemLabel {
  return { label: displayText(name, 80) };
}
