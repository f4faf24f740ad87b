import { faultsIn } from '../fault';

/** Where something runs, and what it is told by that (rules 2, 8 and 10). */
export const launchingFaults = [
  ...faultsIn(
    'core/servers/placeholders.ts',
    [
      {
        breaks: 'no folder inside an exposed one is a working directory',
        is: 'return text === inPrimaryRoot ? undefined :',
        becomes: 'return text.startsWith(inPrimaryRoot) ? undefined :',
      },
    ],
    ['servers/placeholders'],
  ),
  ...faultsIn(
    'node/servers/launchServer.ts',
    [
      {
        breaks: 'without a working directory of its definition a server runs in an empty folder',
        is: '  const workplace = await workplaceOf(start, around);\n',
        becomes:
          '  const [first] = start.exposure.roots;\n  const workplace = first === undefined ? await workplaceOf(start, around) : { path: first.folder, dispose: () => undefined };\n',
      },
      {
        breaks: 'what is exposed is looked at again right before a start',
        is: 'if (used.every((uri) => now.has(uri))) return;',
        becomes: 'if (used.length >= 0 || now.size > 0) return;',
      },
      {
        breaks: 'what is not approved any more is not started',
        is: '  mustBeApproved();\n',
        becomes: '  void mustBeApproved;\n',
      },
      {
        breaks: 'where the paths of a URL and its headers lead is looked at again right before it is used',
        is: 'named: await start.lookAgain(undefined)',
        becomes: 'named: start.named',
      },
    ],
    ['servers/changedWhileStarting'],
  ),
  ...faultsIn(
    'node/servers/emptyFolder.ts',
    [
      {
        breaks: 'no folder is emptied in which something runs',
        is: 'this.#inUse.add(name);',
        becomes: '',
      },
      {
        breaks: 'a folder in which nothing runs any more is used again',
        is: 'dispose: () => this.#inUse.delete(name)',
        becomes: 'dispose: () => undefined',
      },
      {
        breaks: 'what was left in a folder is gone at the next start',
        is: '      await folder.clear();\n',
        becomes: '',
      },
    ],
    ['servers/emptyFolder'],
  ),
  ...faultsIn(
    'node/process/environment.ts',
    [
      {
        breaks: 'on Windows no program is found where a server runs',
        is: "? [['NoDefaultCurrentDirectoryInExePath', '1'] as const] : []",
        becomes: '? [] : []',
      },
    ],
    ['process/environment'],
  ),
  ...faultsIn(
    'core/acp/parseAgents.ts',
    [
      {
        breaks: 'the process of an agent works in no folder of its sessions',
        is: 'if (definition.transport.cwd === inPrimaryRoot) {',
        becomes: "if (definition.transport.cwd === '') {",
      },
    ],
    ['acp/parseAgents'],
  ),
];
