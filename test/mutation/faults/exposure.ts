import { faultsIn } from '../fault';

/** Exposure: what a server may see (rules 1, 4, 5, 8). */
export const exposureFaults = [
  ...faultsIn('core/consent/exposing.ts', [
    {
      breaks: 'a server that is not told of roots has none',
      is: '!server.declare || !switches.sharing || !switches.trusted',
      becomes: '!switches.sharing || !switches.trusted',
    },
    {
      breaks: 'sharing off exposes nothing',
      is: '!server.declare || !switches.sharing || !switches.trusted',
      becomes: '!server.declare || !switches.trusted',
    },
    {
      breaks: 'an untrusted workspace exposes nothing',
      is: '!server.declare || !switches.sharing || !switches.trusted',
      becomes: '!server.declare || !switches.sharing',
    },
    {
      breaks: 'one switch alone opens nothing',
      is: '!switches.sharing || !switches.trusted',
      becomes: '(!switches.sharing && !switches.trusted)',
    },
    {
      breaks: 'only what is granted is exposed',
      is: "standingOf(ledger, server.fingerprint, candidate).kind === 'allowed'",
      becomes: "standingOf(ledger, server.fingerprint, candidate).kind !== 'cannot be shared'",
    },
    {
      breaks: 'naming a folder as the primary one does not grant it',
      is: 'primaryFirst(shown, server.primary)',
      becomes:
        'primaryFirst([...shown, ...candidates.filter(({ name }) => name === server.primary)], server.primary)',
    },
    {
      breaks: 'the primary folder goes first',
      is: 'primaryFirst(shown, server.primary)',
      becomes: 'shown',
    },
    {
      breaks: 'the order of the others stays as it is in the workspace',
      is: '...candidates.filter((candidate) => !isPrimary(candidate))]',
      becomes: '...candidates.filter((candidate) => !isPrimary(candidate)).reverse()]',
    },
    {
      breaks: 'the primary folder is found by an alias too',
      is: '[candidate, ...candidate.aliases].some(({ name, path })',
      becomes: '[candidate].some(({ name, path })',
    },
    {
      breaks: 'the primary folder is found by its whole name',
      is: 'name === primary || path === primary',
      becomes: 'name.startsWith(primary) || path === primary',
    },
    {
      breaks: 'a folder without an address that means it is not exposed',
      is: 'folder === undefined || uri === undefined) return []',
      becomes: 'folder === undefined) return []',
    },
    {
      breaks: 'the address is that of the real path',
      is: 'undefined : writer.uri(folder)',
      becomes: 'undefined : writer.uri((candidate.path ?? folder) as RealPath)',
    },
    {
      breaks: 'names are sanitised',
      is: 'name: writer.name(candidate.name)',
      becomes: 'name: candidate.name',
    },
    {
      breaks: 'names are unique within the list of one server',
      is: 'names[i] ?? root.name',
      becomes: 'root.name',
    },
    {
      breaks: 'names are not counted over what is not exposed',
      is: 'uniqueNames([...folders, ...besides].map(({ name }) => name))',
      becomes:
        'uniqueNames(candidates.map(({ name }) => writer.name(name))).slice(candidates.length - folders.length - besides.length)',
    },
    {
      breaks: 'a withdrawn folder does not count as one that is only away',
      is: '!exposed.has(uri) && granted(folder)',
      becomes: '!exposed.has(uri)',
    },
    {
      breaks: 'what is exposed again is not away',
      is: '!exposed.has(uri) && granted(folder)',
      becomes: 'granted(folder)',
    },
    {
      breaks: 'what is away is remembered until it is back',
      is: '[...before.lapsed, ...before.roots',
      becomes: '[...before.roots',
    },
    {
      breaks: 'a swapped folder counts as withdrawn, not as away',
      is: "    case 'moved':\n    case 'available':\n    case 'file':\n    case 'address':\n      return undefined;\n",
      becomes:
        "    case 'available':\n    case 'file':\n    case 'address':\n      return undefined;\n    case 'moved':\n",
    },
    {
      breaks: 'a link that leads elsewhere counts as withdrawn, not as away',
      is: "    case 'available':\n    case 'file':\n    case 'address':\n      return undefined;\n",
      becomes: "    case 'file':\n    case 'address':\n      return undefined;\n    case 'available':\n",
    },
    {
      breaks: 'a folder is still in the workspace under another name of it',
      is: 'each.uri === source || each.aliases.some((a) => a.uri === source)',
      becomes: 'each.uri === source',
    },
    {
      breaks: 'a folder that left the workspace did not only vanish from disk',
      is: "why: 'left the workspace' }",
      becomes: "why: 'vanished from disk' }",
    },
    {
      breaks: 'a folder that vanished from disk did not leave the workspace',
      is: "why: 'vanished from disk' }",
      becomes: "why: 'left the workspace' }",
    },
  ]),
  ...faultsIn('core/consent/exposure.ts', [
    { breaks: 'another name is another list', is: ' && root.name === b[i]?.name', becomes: '' },
    { breaks: 'another address is another list', is: 'root.uri === b[i]?.uri && ', becomes: '' },
    { breaks: 'a longer list is another one', is: 'a.length === b.length && ', becomes: '' },
    {
      breaks: 'another order is another list',
      is: 'a.every((root, i) => root.uri === b[i]?.uri && root.name === b[i]?.name)',
      becomes: 'a.every((root) => b.some(({ uri, name }) => root.uri === uri && root.name === name))',
    },
  ]),
  ...faultsIn('core/consent/serverExposure.ts', [
    {
      breaks: 'folders that leave are followed',
      is: 'this.#lifetime.add(catalog.onDidChange(() => this.#refresh()));',
      becomes: 'void catalog;',
    },
    {
      breaks: 'sharing and trust are followed',
      is: 'this.#lifetime.add(sharingState.onDidChange(() => this.#refresh()));',
      becomes: 'void sharingState;',
    },
    {
      breaks: 'decisions are followed',
      is: 'servers.has(this.#server.fingerprint)',
      becomes: 'servers.has(this.#server.fingerprint) && this.#current.roots.length === 0',
    },
    {
      breaks: 'another server is followed at once',
      is: '    this.#server = server;\n    this.#refresh();',
      becomes: '    this.#server = server;',
    },
    {
      breaks: 'a definition that cannot be used exposes nothing',
      is: 'if (this.#server === undefined) return noExposure;',
      becomes: 'if (this.#server === undefined) return before;',
    },
    {
      breaks: 'an error in deciding means not exposed',
      is: '      this.#fault = messageOf(error);\n      return noExposure;',
      becomes: '      this.#fault = messageOf(error);\n      return before;',
    },
    {
      breaks: 'an error in deciding is said',
      is: '      this.#fault = messageOf(error);\n',
      becomes: '',
    },
    {
      breaks: 'the list is true before it is announced',
      is: '    if (!isSame || this.#fault !== faultBefore) this.#changed.fire(next);',
      becomes:
        '    this.#current = before;\n    if (!isSame || this.#fault !== faultBefore) this.#changed.fire(next);\n    this.#current = next;',
    },
    {
      breaks: 'where a root comes from is known, also when the list is the same',
      is: '    if (!isSame || this.#fault !== faultBefore) this.#changed.fire(next);',
      becomes: '    if (isSame) this.#current = before;\n    else this.#changed.fire(next);',
    },
    {
      breaks: 'only a change is announced',
      is: '    if (!isSame || this.#fault !== faultBefore) this.#changed.fire(next);',
      becomes: '    this.#changed.fire(next);',
    },
    {
      breaks: 'what is withdrawn while it is away is announced',
      is: 'sameRoots(listedRoots(before), listedRoots(next)) && sameLapses(before, next);',
      becomes: 'sameRoots(listedRoots(before), listedRoots(next));',
    },
    {
      breaks: 'it is announced that a folder left which had only vanished',
      is: 'after.get(uri)?.why === why',
      becomes: 'after.has(uri)',
    },
    {
      breaks: 'nothing is heard after the end',
      is: '    this.#lifetime.dispose();',
      becomes: '    this.#changed.dispose();',
    },
  ]),
  ...faultsIn('core/consent/sharingState.ts', [
    { breaks: 'sharing is off until it is known', is: 'sharing: false', becomes: 'sharing: true' },
    { breaks: 'nothing is trusted until it is known', is: 'trusted: false', becomes: 'trusted: true' },
    {
      breaks: 'a switch that is turned off is off',
      is: '{ ...this.#switches, ...next }',
      becomes: '{ ...next, ...this.#switches }',
    },
    {
      breaks: 'the turning of trust alone is announced',
      is: ' && switches.trusted === this.#switches.trusted',
      becomes: '',
    },
    {
      breaks: 'the turning of sharing alone is announced',
      is: 'switches.sharing === this.#switches.sharing && ',
      becomes: '',
    },
  ]),
  ...faultsIn('core/consent/standing.ts', [
    {
      breaks: 'what was refused has not lapsed',
      is: "?.verdict === 'allow';",
      becomes: ' !== undefined;',
    },
    {
      breaks: 'what nobody decided about has not lapsed',
      is: "?.verdict === 'allow';",
      becomes: "?.verdict !== 'deny';",
    },
    {
      breaks: 'a moved folder is undecided, whatever was decided about the one before',
      is: "if (candidate.availability.kind === 'moved') return { kind: 'moved' };",
      becomes: '',
    },
    {
      breaks: 'a refusal is no grant',
      is: "by.verdict === 'allow' ? 'allowed' : 'denied'",
      becomes: "by.verdict ? 'allowed' : 'denied'",
    },
    {
      breaks: 'what covers a folder counts for it',
      is: 'ledger.nearest({ server, folder })',
      becomes: '(ledger as Ledger).decisionFor({ server, folder })',
    },
    {
      breaks: 'what cannot be shared is not, whatever was decided',
      is: 'if (folder === undefined) return',
      becomes: 'if (folder === undefined && why === undefined) return',
    },
    {
      breaks: 'it is known whether a decision is about the folder itself',
      is: 'isOwn: by.folder === folder',
      becomes: 'isOwn: by.folder !== undefined',
    },
  ]),
  ...faultsIn('core/consent/consentForm.ts', [
    {
      breaks: 'nothing new is ticked beforehand',
      is: "return section === 'Allowed';",
      becomes: "return section === 'Allowed' || section === 'New';",
    },
    {
      breaks: 'what the definition names is not ticked beforehand',
      is: "return section === 'Allowed';",
      becomes: "return section !== 'Not allowed';",
    },
    {
      breaks: 'what cannot be shared cannot be granted',
      is: "rows.filter(({ section }) => section !== 'Cannot be shared')",
      becomes: 'rows',
    },
    {
      breaks: 'unticking what is allowed withdraws it',
      is: '!ticked.has(row) && isTicked(row)',
      becomes: 'ticked.size > 0 && !ticked.has(row) && isTicked(row)',
    },
    {
      breaks: 'what is left without a tick is not refused when it was decided before',
      is: "!ticked.has(row) && (row.section === 'New' || row.section === 'Named by the definition')",
      becomes: '!ticked.has(row)',
    },
    {
      breaks: 'what was allowed before the definition changed is offered, not taken over',
      is: "const section = isNamed ? 'Named by the definition' : 'New';",
      becomes:
        "const section = before !== undefined ? 'Allowed' : isNamed ? 'Named by the definition' : 'New';",
    },
    {
      breaks: 'it is said that another folder was put in its place',
      is: 'const remark = isMoved',
      becomes: "const remark = candidate.name === '' && isMoved",
    },
    {
      breaks: 'an answer about a moved folder is about the very directory that was shown',
      is: "return { identity: availability.identity };\n    case 'available':",
      becomes: "return {};\n    case 'available':",
    },
    {
      breaks: 'it is known which folder was put in the place of another',
      is: ', ...(isMoved && { isMoved }) }',
      becomes: ' }',
    },
  ]),
  ...faultsIn(
    'core/servers/fingerprint.ts',
    [
      {
        breaks: 'another name is another server',
        is: 'sortedKeys({ name, scope: from, ',
        becomes: 'sortedKeys({ scope: from, ',
      },
      {
        breaks: 'another scope is another server',
        is: 'sortedKeys({ name, scope: from, ',
        becomes: 'sortedKeys({ name, ',
      },
      {
        breaks: 'the settings of another workspace make another server',
        is: '{ ...scope, workspace } : scope',
        becomes: '{ ...scope } : scope',
      },
      {
        breaks: 'what is approved for the user hangs on no workspace',
        is: "scope.kind === 'workspace' ? {",
        becomes: "scope.kind !== 'bundled' ? {",
      },
      {
        breaks: 'another command, argument or variable is another server (MCPoison)',
        is: ', runs: what, roots, ',
        becomes: ', roots, ',
      },
      {
        breaks: 'other roots options make another server',
        is: ', runs: what, roots, ',
        becomes: ', runs: what, ',
      },
      {
        breaks: 'an outside client has grants of its own',
        is: 'JSON.stringify([clientId, server])',
        becomes: 'JSON.stringify([server])',
      },
      {
        breaks: 'a server that changes is another one for each of its clients too',
        is: 'JSON.stringify([clientId, server])',
        becomes: 'JSON.stringify([clientId])',
      },
      {
        breaks: 'nobody without the key can compute it',
        is: "createHmac('sha256', key).update('server fingerprint",
        becomes: "createHmac('sha256', 'mcp-roots').update('server fingerprint",
      },
    ],
    ['servers/fingerprint'],
  ),
  ...faultsIn(
    'core/sortedKeys.ts',
    [
      {
        breaks: 'the order of arguments counts',
        is: 'value.map(sortedKeys)',
        becomes: 'value.map(sortedKeys).sort()',
      },
      { breaks: 'the order of variables does not count', is: 'a < b ? -1 : 1', becomes: '0' },
    ],
    ['servers/fingerprint'],
  ),
  ...faultsIn(
    'core/record/disclosure.ts',
    [
      {
        breaks: 'a folder that was told by a launch counts as told',
        is: '      return what.told;',
        becomes: '      return [];',
      },
      {
        breaks: 'a folder that was told by an answer counts as told',
        is: '      return what.uris;',
        becomes: '      return [];',
      },
    ],
    ['record'],
  ),
  ...faultsIn('core/record/firstWords.ts', [
    {
      breaks: 'what one session was told says nothing of another',
      is: "const session = row.session ?? '';",
      becomes: "const session = '';",
    },
  ]),
  ...faultsIn('core/record/disclosureLog.ts', [
    {
      breaks: 'the fact by which a server learned of a folder is never dropped',
      is: 'firstWords.has(each) || (surplus -= 1) < 0',
      becomes: '(surplus -= 1) < 0',
    },
    {
      breaks: 'the newest facts are kept, not the oldest',
      is: '(surplus -= 1) < 0',
      becomes: '(surplus -= 1) >= 0',
    },
    {
      breaks: 'what comes about again and again is one entry',
      is: 'of === undefined || !sameEvent(of.fact.what, what)',
      becomes: 'of === undefined || at > 0',
    },
    {
      breaks: 'another answer is another entry',
      is: '!sameEvent(of.fact.what, what)',
      becomes: 'of.fact.what.event !== what.event',
    },
  ]),
  ...faultsIn(
    'core/record/knowledge.ts',
    [
      {
        breaks: 'what was told cannot be untold: a process knows the folders of every answer',
        is: 'if (told?.has(uri) === false) told.set',
        becomes: 'if (told?.size === 0) told.set',
      },
      {
        breaks: 'a process knows what its launch named',
        is: 'new Map(toldBy(what).map(',
        becomes: 'new Map(toldBy(what).slice(1).map(',
      },
      {
        breaks: 'a process that has ended knows nothing',
        is: "      case 'exited':\n        this.#sessions.delete(session);\n",
        becomes: "      case 'exited':\n",
      },
    ],
    ['record'],
  ),
];
