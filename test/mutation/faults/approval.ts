import { faultsIn } from '../fault';

/** Approval: exactly what was shown may run, and nothing else (MCPoison, CVE-2025-54136; rules 2, 5 and 12). */
export const approvalFaults = [
  ...faultsIn('core/approval/approvals.ts', [
    {
      breaks: 'a changed definition is not approved',
      is: 'if (before.fingerprint !== fingerprint) return',
      becomes: 'if (before === undefined) return',
    },
    {
      breaks: 'a changed definition may not run',
      is: "kind === 'approved' || kind === 'not needed'",
      becomes: "kind !== 'new'",
    },
    {
      breaks: 'a new definition may not run',
      is: "kind === 'approved' || kind === 'not needed'",
      becomes: "kind !== 'changed'",
    },
    {
      breaks: 'only what comes with the extension needs no approval',
      is: "if (definition.scope.kind === 'bundled')",
      becomes: "if (definition.scope.kind !== 'workspace')",
    },
    {
      breaks: 'what comes with the extension needs no approval',
      is: "if (definition.scope.kind === 'bundled') return { kind: 'not needed' };",
      becomes: '',
    },
    {
      breaks: 'the approval of one server says nothing of another',
      is: 'each.serverId === id && ',
      becomes: '',
    },
    {
      breaks: 'the approval in one workspace says nothing of a server of the same name in another',
      is: ' && each.place === place)',
      becomes: ')',
    },
    {
      breaks: 'an approval is bound to its workspace',
      is: "return isEverywhere ? '' : workspace;",
      becomes: "return '';",
    },
    {
      breaks: 'only a definition of the user is the same everywhere',
      is: "scope.kind === 'user' && ",
      becomes: '',
    },
    {
      breaks: 'a definition that names the workspace folder is another one in each workspace',
      is: " && !JSON.stringify(transport).includes('${workspaceFolder')",
      becomes: '',
    },
    {
      breaks: 'what could not be kept is not approved, and it is said so',
      is: 'await this.#store.write([approval]);',
      becomes: 'void this.#store.write([approval]);',
    },
    {
      breaks: 'what was approved before is known, so that its grants are offered again',
      is: 'before?.fingerprint === fingerprint ? before.replaces : before?.fingerprint',
      becomes: 'undefined',
    },
    {
      breaks: 'approving the same twice keeps what it replaced',
      is: 'before?.fingerprint === fingerprint ? before.replaces : before?.fingerprint',
      becomes: 'before?.fingerprint',
    },
    {
      breaks: 'what is kept of a definition has a bound',
      is: 'summary: toKeep(summary)',
      becomes: 'summary',
    },
  ]),
  ...faultsIn('core/approval/approvals.ts', [
    {
      breaks: 'a program whose name leads elsewhere does not run under the old approval',
      is: 'return turned === undefined ?',
      becomes: 'return turned !== null ?',
    },
    {
      breaks: 'what runs goes on when only a link was turned',
      is: "isApproved(standing) || standing.kind === 'other program'",
      becomes: 'isApproved(standing)',
    },
    {
      breaks: 'what changed does not go on',
      is: "isApproved(standing) || standing.kind === 'other program'",
      becomes: "standing.kind !== 'new'",
    },
    {
      breaks: 'the program of an approval is kept with it',
      is: '      program,\n      unlessSaid',
      becomes: '      program: undefined,\n      unlessSaid',
    },
    {
      breaks: 'a program is taken over at the first look only',
      is: 'if (this.#ownProgramOf(before) !== undefined) return;',
      becomes: '',
    },
    {
      breaks: 'a program is taken over only for the definition that was approved',
      is: ' || before.fingerprint !== fingerprint) return;',
      becomes: ') return;',
    },
    {
      breaks: 'a program that was approved otherwise elsewhere is not taken over',
      is: 'if (turnedProgram(this.#programOf(before, program), program) !== undefined) return;',
      becomes: '',
    },
    {
      breaks: 'a program that could not be kept is the one of the first look all the same',
      is: 'this.#adopted.set(adoptionOf(before), program);',
      becomes: '',
    },
    {
      breaks: 'one answer counts for all that run the program',
      is: 'for (const before of using) {',
      becomes: 'for (const before of using.slice(0, 1)) {',
    },
    {
      breaks: 'an answer counts for no other program',
      is: '.filter((each) => this.#ownProgramOf(each)?.path === path)',
      becomes: '',
    },
  ]),
  ...faultsIn('core/approval/program.ts', [
    {
      breaks: 'where the name of a program leads counts',
      is: 'before.path === now.path && before.leadsTo === now.leadsTo',
      becomes: 'before.path === now.path',
    },
  ]),
  ...faultsIn('core/approval/approvals.ts', [
    {
      breaks: 'what was approved to run elsewhere is not approved',
      is: 'before.unlessSaid === undefined && saysNotWhere(definition)',
      becomes: "before.unlessSaid === undefined && before.summary === ''",
    },
    {
      breaks: 'what says where it runs needs no second approval',
      is: 'before.unlessSaid === undefined && saysNotWhere(definition)',
      becomes: 'before.unlessSaid === undefined',
    },
  ]),
  ...faultsIn(
    'core/approval/approval.ts',
    [
      {
        breaks: 'an approval that was taken back is not amended',
        is: 'isDue = isSame(latest, before)',
        becomes: 'isDue = true',
      },
      {
        breaks: 'another approval of the same definition is not amended',
        is: ' &&\n    now.approvedAt === before.approvedAt\n',
        becomes: '\n',
      },
    ],
    ['stores/approvalFiles'],
  ),
  ...faultsIn(
    'node/stores/recordKinds.ts',
    [
      {
        breaks: 'the program of an approval is read back',
        is: '    program,\n    unlessSaid,\n  })),',
        becomes: '    program: undefined,\n    unlessSaid,\n  })),',
      },
    ],
    ['stores/approvalFiles'],
  ),
  ...faultsIn(
    'node/stores/recordKinds.ts',
    [
      {
        breaks: 'an approval of version 0.2.0 does not say that a server runs in an empty folder',
        is: '    program,\n    unlessSaid,\n  })),',
        becomes: "    program,\n    unlessSaid: unlessSaid ?? 'empty folder',\n  })),",
      },
    ],
    ['approval/approvalsOf020'],
  ),
  ...faultsIn('core/approval/whereItRuns.ts', [
    {
      breaks: 'a program that loads code from a folder of the user is pointed out',
      is: '...all.filter((name) => loaders.has(name)),',
      becomes: '',
    },
    {
      breaks: 'a module of Python that lies there is pointed out',
      is: 'pythons.test(name) && runsModule(args)',
      becomes: 'pythons.test(name) && args.length === 0',
    },
    {
      breaks: 'a relative argument is pointed out in an empty folder',
      is: 'if (cwd === undefined) return missedArguments(args, path);',
      becomes: 'if (cwd === undefined) return [];',
    },
  ]),
  ...faultsIn('core/approval/relativePaths.ts', [
    {
      breaks: 'what goes up is a relative path',
      is: " || part === '..'",
      becomes: '',
    },
    {
      breaks: 'a bare name of a file is a relative path',
      is: 'fileName.test(last) || ',
      becomes: '',
    },
  ]),
  ...faultsIn(
    'core/servers/cwdInSettings.ts',
    [
      {
        breaks: 'no definition is made where there is none',
        is: "findNodeAtLocation(tree, path)?.type !== 'object'",
        becomes: 'tree.type === undefined',
      },
      {
        breaks: 'no working directory is written over',
        is: "if (findNodeAtLocation(tree, [...path, 'cwd']) !== undefined) {",
        becomes: "if (findNodeAtLocation(tree, [...path, 'cwd'])?.type === 'object') {",
      },
    ],
    ['servers/cwdInSettings'],
  ),
  ...faultsIn('core/approval/definitionFacts.ts', [
    {
      breaks: 'no value of the environment is kept',
      is: 'value === null ? null : markOf(name, value)',
      becomes: 'value',
    },
    {
      breaks: 'a change of a value is seen',
      is: 'value === null ? null : markOf(name, value)',
      becomes: "value === null ? null : markOf(name, '')",
    },
    {
      breaks: 'no value of a header is kept',
      is: '=> [name, markOf(name, value)]',
      becomes: '=> [name, value]',
    },
    {
      breaks: 'no secret of a client is kept',
      is: "{ clientSecret: markOf('clientSecret', clientSecret) }",
      becomes: '{ clientSecret }',
    },
  ]),
  ...faultsIn('core/approval/definitionSummary.ts', [
    { breaks: 'every argument is shown', is: 'args.map((arg) =>', becomes: 'args.slice(1).map((arg) =>' },
    {
      breaks: 'a value of the environment is shown',
      is: "valueText(variable, values[variable] ?? '', written[variable] ?? '')",
      becomes: "''",
    },
    {
      breaks: 'a value that comes from a secret variable is not shown',
      is: "valueText(variable, values[variable] ?? '', written[variable] ?? '')",
      becomes: "valueText(variable, values[variable] ?? '')",
    },
    {
      breaks: 'what was approved is laid beside without values that did not change',
      is: 'known.has(line) ? line : ',
      becomes: '',
    },
    {
      breaks: 'a value that is new is shown beside what was approved',
      is: '(withValues[at] ?? line)',
      becomes: 'line',
    },
    {
      breaks: 'what is shown hides nothing',
      is: 'displayText(text, Number.MAX_SAFE_INTEGER)',
      becomes: 'text',
    },
    {
      breaks: 'all of it is shown, however long',
      is: 'displayText(text, Number.MAX_SAFE_INTEGER)',
      becomes: 'displayText(text)',
    },
    { breaks: 'the program is shown', is: '    `Program: ${whole(executable)}`,\n', becomes: '' },
    { breaks: 'where it comes from is shown', is: '    `From: ${scopeText(scope)}`,\n', becomes: '' },
    { breaks: 'the working directory is shown', is: ': whole(cwd)}`', becomes: ": 'the one it names'}`" },
    {
      breaks: 'a variable that is taken away is shown',
      is: "mark === null ? '(taken away)'",
      becomes: "mark === null ? ''",
    },
    {
      breaks: 'the kept summary says that it was cut',
      is: '\\n… (longer than what is kept with an approval)',
      becomes: '',
    },
  ]),
  ...faultsIn('core/approval/unusual.ts', [
    { breaks: 'sudo is pointed out', is: "  'sudo',\n", becomes: '' },
    { breaks: 'a shell is pointed out', is: 'shell.slice(0, 1)', becomes: 'shell.slice(1)' },
    {
      breaks: 'a program in the workspace is pointed out',
      is: 'containsWritten(folder, executable, path)',
      becomes: 'folder === executable',
    },
    {
      breaks: 'a path outside the workspace is pointed out',
      is: '...outside.map(',
      becomes: '...outside.slice(1).map(',
    },
    { breaks: 'a download is pointed out', is: '    ...downloadIn(executable, args),\n', becomes: '' },
    {
      breaks: 'program text in the arguments is pointed out',
      is: '    ...programTextIn(programs, args),\n',
      becomes: '',
    },
    {
      breaks: 'variables that alter what runs are pointed out',
      is: '    ...alteringVariables(env),\n',
      becomes: '',
    },
  ]),
  ...faultsIn('core/approval/variablesThatAlter.ts', [
    { breaks: 'NODE_* is pointed out', is: '(NODE_(?!ENV$)|ELECTRON_', becomes: '(ELECTRON_' },
    { breaks: 'LD_* and DYLD_* are pointed out', is: '/^(LD_|DYLD_)|', becomes: '/^(LD_PRELOAD$)|' },
    { breaks: 'npm_config_* is pointed out', is: '/^(NPM_|PNPM_', becomes: '/^(PNPM_' },
    { breaks: 'UV_* is pointed out', is: '(PIP|PIPX|UV|', becomes: '(PIP|PIPX|' },
    { breaks: 'a proxy is pointed out', is: '/(^|_)(PROXY|PROXY_URL)$|', becomes: '/^(PROXY|PROXY_URL)$|' },
    { breaks: 'GIT_CONFIG* is pointed out', is: '/^GIT_(?!AUTHOR_', becomes: '/^GIT_(?!CONFIG|AUTHOR_' },
    { breaks: 'DOTNET_* is pointed out', is: '/^(DOTNET_|', becomes: '/^(' },
    { breaks: 'GOOGLE_* is not taken for Go', is: 'GO(?!OGLE)[A-Z0-9]+$', becomes: 'GO\\w+$' },
    { breaks: 'NODE_ENV alters nothing', is: 'NODE_(?!ENV$)', becomes: 'NODE_' },
    {
      breaks: 'no value that looks like a secret is shown',
      is: 'displayText(valueText(name, value), mostOfAValue)',
      becomes: 'displayText(value, mostOfAValue)',
    },
    { breaks: 'a variable is known in any letter case', is: 'name.toUpperCase()', becomes: 'name' },
    {
      breaks: 'a variable that is taken away alters nothing',
      is: '    if (value === null) return [];\n',
      becomes: '',
    },
  ]),
  ...faultsIn('core/approval/valueText.ts', [
    {
      breaks: 'a value is known as a secret by the name of its variable',
      is: '[name, ...sources]',
      becomes: 'sources',
    },
    {
      breaks: 'a value is known as a secret by the variable it is taken from',
      is: '[name, ...sources]',
      becomes: '[name]',
    },
    {
      breaks: 'who signs in at an address is not shown',
      is: "value.replace(login, '…')",
      becomes: 'value',
    },
    {
      breaks: 'a part of a value can be a secret',
      is: '.some(looksSecret)) return true;',
      becomes: '.every(looksSecret)) return true;',
    },
    {
      breaks: 'a name within a value can say that there is a secret',
      is: 'return [...pairs].some(',
      becomes: 'return [...pairs].every(',
    },
    { breaks: 'a key is not shown', is: " || value.includes('-----BEGIN')", becomes: '' },
  ]),
  ...faultsIn('core/approval/download.ts', [
    {
      breaks: 'a package without a version is not fixed',
      is: 'packages.every(isPinned)',
      becomes: 'packages.some(isPinned)',
    },
    { breaks: 'a range is no fixed version', is: '\\d+(\\.\\d+)+(', becomes: '[\\^~]?\\d+(\\.\\d+)*(' },
    {
      breaks: 'a runner is known behind another program',
      is: 'if (at >= 0) return',
      becomes: 'if (at === 0) return',
    },
  ]),
  ...faultsIn('core/approval/outsidePaths.ts', [
    { breaks: 'a path in the environment is looked at', is: ', ...values];', becomes: '];' },
    {
      breaks: 'a path in the working directory is looked at',
      is: '...(cwd === undefined ? [] : [cwd]), ',
      becomes: '',
    },
    {
      breaks: 'a folder beside the workspace is outside',
      is: 'containsWritten(folder, each, path)',
      becomes: 'each.startsWith(folder)',
    },
    {
      breaks: 'it is said how many more there are',
      is: '[...shown, `and ${all.length - mostPaths} more`]',
      becomes: 'shown',
    },
  ]),
];
