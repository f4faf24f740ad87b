import { Uri, window, workspace } from 'vscode';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import type { Candidate } from '../../core/roots/candidate';
import { wrongAddress } from '../../core/roots/rootAddress';
import { displayText } from '../../core/text';
import type { Supervisor } from '../../node/host/supervisor';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { WithHost } from './commandContext';
import { pickCandidate } from './pickFolder';

/** Add, remove and rename candidates. Adding shares nothing: who may see the folder is asked on its own. */
export function registerFolderCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.addFolder',
      log,
      withHost(async ({ notes }, argument) => {
        const uris = urisIn(argument) ?? (await askForFolders());
        await notes.add({ folders: uris.map(String) });
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.addFile',
      log,
      withHost(async ({ notes, host }, argument) => {
        const uris = urisIn(argument) ?? (await askForFiles());
        await notes.add({ files: uris.map(String) });
        if (uris.length > 0) sayWhoTakesFiles(host.supervisor);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.addAddress',
      log,
      withHost(async ({ notes }) => {
        const address = await askForAddress();
        if (address !== undefined) await notes.add({ addresses: [new URL(address).href] });
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.removeFolder',
      log,
      withHost(async ({ notes, host }, argument) => {
        const fits = ({ origin }: Candidate) => origin !== 'workspace';
        const added = await pickCandidate(argument, host.consent, 'Remove which folder?', { fits });
        if (added !== undefined) await notes.remove(added.uri);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.renameFolder',
      log,
      withHost(async ({ notes, host }, argument) => {
        const candidate = await pickCandidate(argument, host.consent, 'Rename which folder for servers?');
        if (candidate === undefined) return;
        const name = await window.showInputBox({
          title: `Name of “${displayText(candidate.name, 60)}” for servers`,
          prompt:
            'Servers that may see the folder are told this name. Leave it empty for the folder’s own name.',
          value: candidate.name,
        });
        if (name !== undefined) await notes.rename(candidate.uri, name);
      }),
    ),
  );
  return commands;
}

/** Says what it means before anything is added: MCP demands `file:` of roots (client/roots, "Root"). */
async function askForAddress(): Promise<string | undefined> {
  const address = await window.showInputBox({
    title: 'Add Root from URL',
    prompt: 'Something that is no folder, for servers whose definition asks for it in "roots.schemes".',
    placeHolder: 'https://api.example.com/v1',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : wrongAddress(text.trim())),
  });
  if (address === undefined || address.trim() === '') return undefined;
  const add = 'Add Address';
  const message = `Add “${displayText(address.trim(), 200)}” as a root?`;
  const detail =
    'MCP demands that roots begin with “file:”, and many servers reject their whole list for one that does not. ' +
    'It is sent only to servers whose definition asks for its scheme in “roots.schemes”, after the folders, and only where you allow it.';
  return (await window.showWarningMessage(message, { modal: true, detail }, add)) === add
    ? address.trim()
    : undefined;
}

/** Of what a menu or a drop names: one, or several. */
function urisIn(argument: unknown): readonly Uri[] | undefined {
  const all: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const uris = all.filter((each) => each instanceof Uri);
  return uris.length === 0 ? undefined : uris;
}

async function askForFiles(): Promise<readonly Uri[]> {
  const [first] = workspace.workspaceFolders ?? [];
  const chosen = await window.showOpenDialog({
    ...(first !== undefined && { defaultUri: first.uri }),
    title: 'Add a single file that servers may be allowed to see',
    openLabel: 'Add as Root',
    canSelectMany: true,
  });
  return chosen ?? [];
}

/** A file is in nobody's list before a definition asks for files: without a word it would seem to be lost. */
function sayWhoTakesFiles({ servers }: Supervisor): void {
  if (servers.all.some(({ definition }) => definition.roots.files === true)) return;
  void window.showInformationMessage(
    'The file is offered only to servers whose definition says "roots": { "files": true }, and none does yet.',
  );
}

async function askForFolders(): Promise<readonly Uri[]> {
  const [first] = workspace.workspaceFolders ?? [];
  const chosen = await window.showOpenDialog({
    // Most likely a folder beside the workspace's own, which are there already.
    ...(first !== undefined && { defaultUri: Uri.joinPath(first.uri, '..') }),
    title: 'Add a folder that servers may be allowed to see',
    openLabel: 'Add as Root',
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: true,
  });
  return chosen ?? [];
}
