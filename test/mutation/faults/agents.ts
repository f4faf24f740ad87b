import { faultsIn } from '../fault';

/** The tests of what opens sessions and of what has them. */
const sessionsTests = [
  'acp/agentSessions',
  'acp/sessionServers',
  'acp/reopenedPrograms',
  'acp/agentFaults',
  'acp/turns',
  'acp/sessionsModel',
];

/** Agents: which folders a session is told of, and what it reaches through this window (ACP; rules 1, 5, 9 and 10). */
export const agentsFaults = [
  ...faultsIn(
    'core/acp/sessionRoots.ts',
    [
      {
        breaks: 'choosing a folder to go first does not allow it',
        is: ' || !sendable.includes(cwd)',
        becomes: '',
      },
      {
        breaks: 'only absolute paths are sent to an agent',
        is: "spellingOf(folder, flavour).kind === 'absolute'",
        becomes: "folder !== ''",
      },
      {
        breaks: 'an agent that takes a working directory only is told of no other',
        is: 'additional: [], unseen: others',
        becomes: 'additional: others, unseen: []',
      },
      { breaks: 'no folder is sent twice', is: '[...new Set(folders)]', becomes: '[...folders]' },
      {
        breaks: 'the working directory is not sent once more',
        is: 'sendable.filter((folder) => folder !== cwd)',
        becomes: 'sendable',
      },
      {
        breaks: 'a session whose working directory was withdrawn goes on with nothing',
        is: '  if (!mayGoOn(told, folders)) return [];\n',
        becomes: '',
      },
      {
        breaks: 'what was withdrawn is not told to the session that goes on',
        is: 'foldersOf(told).filter((folder) => folders.includes(folder))',
        becomes: 'foldersOf(told)',
      },
      {
        breaks: 'a session that goes on is told of no other folder',
        is: 'foldersOf(told).filter((folder) => folders.includes(folder))',
        becomes: 'folders',
      },
    ],
    ['acp/sessionRoots'],
  ),
  ...faultsIn(
    'core/acp/sessionListing.ts',
    [
      {
        breaks: 'a session with a path that is not absolute is passed over as a whole',
        is: "some((each) => spellingOf(each, flavour).kind !== 'absolute'))",
        becomes: 'some(() => false))',
      },
      {
        breaks: 'every folder of a session must be absolute, not only its first',
        is: '[cwd, ...(additionalDirectories ?? [])].some(',
        becomes: '[cwd].some(',
      },
      {
        breaks: 'what an agent calls a session is fit to be shown',
        is: 'displayText(text, 200)',
        becomes: 'text',
      },
      {
        breaks: 'it is known how many sessions were passed over',
        is: 'parsed.data.sessions.length - sessions.length',
        becomes: '0',
      },
      {
        breaks: 'null is no list of folders',
        is: 'z.optional(z.array(z.string())),',
        becomes: 'z.nullish(z.array(z.string())) as never,',
      },
    ],
    ['acp/agentAnswers'],
  ),
  ...faultsIn(
    'core/acp/agentAnswers.ts',
    [
      {
        breaks: 'an agent that speaks another version is not used',
        is: 'if (protocolVersion !== acpVersion) {',
        becomes: 'if (protocolVersion < acpVersion) {',
      },
      {
        breaks: 'an ability that is null is none',
        is: 'capability !== undefined && capability !== null',
        becomes: 'capability !== undefined',
      },
      {
        breaks: 'additional folders are sent only where the agent says that it takes them',
        is: 'additionalDirectories: has(session?.additionalDirectories)',
        becomes: 'additionalDirectories: has(session)',
      },
      {
        breaks: 'a session has a name',
        is: 'z.string().check(z.minLength(1), z.maxLength(longestSessionId))',
        becomes: 'z.string().check(z.maxLength(longestSessionId))',
      },
      {
        breaks: 'the name of a session has a bound',
        is: 'z.string().check(z.minLength(1), z.maxLength(longestSessionId))',
        becomes: 'z.string().check(z.minLength(1))',
      },
      {
        breaks: 'what an agent calls itself is fit to be shown',
        is: "displayText(name.join(' ').trim(), 80)",
        becomes: "name.join(' ').trim()",
      },
    ],
    ['acp/agentAnswers'],
  ),
  ...faultsIn(
    'core/acp/permission.ts',
    [
      {
        breaks: 'where nobody can be asked, nothing is permitted',
        is: "options.find(({ kind }) => kind === 'reject_once')",
        becomes: "options.find(({ kind }) => kind === 'reject_once') ?? options[0]",
      },
      {
        breaks: 'where nobody can be asked, nothing is refused for always',
        is: "options.find(({ kind }) => kind === 'reject_once')",
        becomes: "options.find(({ kind }) => kind.startsWith('reject'))",
      },
    ],
    ['acp/permission'],
  ),
  ...faultsIn(
    'core/acp/command.ts',
    [
      {
        breaks: 'a program with other arguments is another program',
        is: 'JSON.stringify([executable, args, variables, cwd])',
        becomes: 'JSON.stringify([executable, variables, cwd])',
      },
      {
        breaks: 'a program with other variables is another program',
        is: 'JSON.stringify([executable, args, variables, cwd])',
        becomes: 'JSON.stringify([executable, args, cwd])',
      },
      {
        breaks: 'a program that begins elsewhere is another program',
        is: 'JSON.stringify([executable, args, variables, cwd])',
        becomes: 'JSON.stringify([executable, args, variables])',
      },
      {
        breaks: 'it is seen where an argument ends',
        is: '(plain.test(each) ? each : JSON.stringify(each))',
        becomes: 'each',
      },
      {
        breaks: 'a command line is fit to be shown',
        is: "displayText(parts.join(' '), length)",
        becomes: "parts.join(' ')",
      },
    ],
    ['acp/command'],
  ),
  ...faultsIn(
    'node/acp/textFiles.ts',
    [
      {
        breaks: 'an agent is given no files where its definition says so',
        is: "    if (!this.#switches.readsFiles) return refused('This window does not give files to this agent.');\n",
        becomes: '',
      },
      {
        breaks: 'no files are written for an agent where its definition says so',
        is: "    if (!this.#switches.writesFiles) return refused('This window does not write files for this agent.');\n",
        becomes: '',
      },
      {
        breaks: 'a path is judged again once the editor was asked',
        is: "const judgement = await this.#again(path, 'read', before.realPath);",
        becomes: 'const judgement: Judgement = before;',
      },
      {
        breaks: 'a path is judged again before it is written',
        is: "const judgement = await this.#again(path, 'write', realPath);",
        becomes: 'const judgement: Judgement = before;',
      },
      {
        breaks: 'a path that leads elsewhere by now is none that was asked for',
        is: ' || judgement.realPath === before) return judgement;',
        becomes: " || judgement.verdict === 'allow') return judgement;",
      },
      {
        breaks: 'what was read while its folder was withdrawn is not given',
        is: "if (!(await this.#isInside(realPath))) return { kind: 'denied', reason: 'outside' };",
        becomes: '',
      },
      {
        breaks: 'an error in deciding is a denial, and is not told',
        is: ".catch((): Outcome<T> => ({ kind: 'denied', reason: 'outside' }));",
        becomes: ".catch((error): Outcome<T> => ({ kind: 'failed', code: String(error) }));",
      },
      {
        breaks: 'no text is read that is longer than a message carries',
        is: 'mostBytes: largestText',
        becomes: 'mostBytes: Number.MAX_SAFE_INTEGER',
      },
      {
        breaks: 'no text is written that is longer than a message carries',
        is: "if (Buffer.byteLength(text, 'utf8') > largestText)",
        becomes: 'if (text.length > Number.MAX_SAFE_INTEGER)',
      },
      {
        breaks: 'what is missing is empty only for an agent that needs it so',
        is: "answer.kind === 'missing' && this.#switches.missingIsEmpty",
        becomes: "answer.kind === 'missing'",
      },
      {
        breaks: 'what is refused is not said to be empty',
        is: "answer.kind === 'missing' && this.#switches.missingIsEmpty",
        becomes: 'this.#switches.missingIsEmpty',
      },
      {
        breaks: 'unsaved changes that the agent has not read are not written over',
        is: '(unsaved) => this.#given.has(realPath, unsaved)',
        becomes: '() => true',
      },
      {
        breaks: 'only so many files are open at once',
        is: 'new Gate(mostAtOnce)',
        becomes: 'new Gate(Number.MAX_SAFE_INTEGER)',
      },
    ],
    ['acp/textFiles'],
  ),
  ...faultsIn(
    'node/acp/gate.ts',
    [
      { breaks: 'no more run at once than may', is: 'if (this.#free === 0)', becomes: 'if (this.#free < 0)' },
      { breaks: 'whoever passed takes a place', is: 'else this.#free -= 1;', becomes: '' },
      { breaks: 'a place is free again after a failure', is: 'else next();', becomes: '' },
      { breaks: 'who came first goes first', is: 'this.#waiting.shift()', becomes: 'this.#waiting.pop()' },
    ],
    ['acp/gate'],
  ),
  ...faultsIn(
    'node/acp/terminals.ts',
    [
      {
        breaks: 'no program begins outside, and nobody is asked about one that would',
        is: "if (before.kind !== 'done') return before;",
        becomes: "if (before.kind !== 'done') return this.#start(wish, this.#around.cwd);",
      },
      {
        breaks: 'no program is run that the user did not let run',
        is: "if (answer === 'no') return undefined;",
        becomes: '',
      },
      {
        breaks: 'where a program begins is judged again once the user was asked',
        is: "if (now.kind !== 'done') return now;",
        becomes:
          "if (now.kind !== 'done') return this.#start({ ...wish, command: executable }, before.value.cwd);",
      },
      {
        breaks: 'a program begins where the user was told that it does',
        is: "if (now.value.cwd !== before.value.cwd) return refused(undoneText('run in', at, outside));",
        becomes: '',
      },
      {
        breaks: 'nothing is started in a folder that was withdrawn',
        is: ' || !this.#isInside(cwd)) return refused',
        becomes: ') return refused',
      },
      {
        breaks: 'nothing is started for a session that is over',
        is: 'if (this.#isOver || !',
        becomes: 'if (!',
      },
      {
        breaks: 'a program ends with its folder',
        is: '      void process.stop(grace);\n',
        becomes: '',
      },
      {
        breaks: 'what the user let run once is asked about again',
        is: "if (answer === 'session') this",
        becomes: "if (answer !== 'no') this",
      },
      {
        breaks: 'only so many programs run',
        is: 'this.#running.size + this.#wanted >= mostAtOnce',
        becomes: 'this.#isOver',
      },
      {
        breaks: 'only so many programs are asked about at once',
        is: 'this.#wanted += 1;',
        becomes: '',
      },
      {
        breaks: 'so much output is kept and no more',
        is: 'Math.min(outputLimit ?? mostOutput, mostOutput)',
        becomes: 'outputLimit ?? mostOutput',
      },
      {
        breaks: 'an error of the question does not reach the agent in its own words',
        is: '      return notRun;\n    }\n  }',
        becomes: '      return refused(String(error));\n    }\n  }',
      },
      {
        breaks: 'a program has the minimal environment',
        is: 'const whole = environment(env);',
        becomes:
          'const whole = { ...globalThis.process.env, ...environment(env) } as Record<string, string>;',
      },
      {
        breaks: 'a program is ended when it is released',
        is: 'const killed = await this.kill(id);',
        becomes: "const killed = { kind: 'done', value: undefined } as const;",
      },
    ],
    ['acp/terminals'],
  ),
  ...faultsIn(
    'node/acp/outputTail.ts',
    [
      {
        breaks: 'an output is cut between characters',
        is: 'while (start < all.length && ((all[start] ?? 0) & 0xc0) === 0x80) start += 1;',
        becomes: '{}',
      },
      { breaks: 'it is said that an output was cut', is: 'this.#isCut ||= kept !== chunk;', becomes: '' },
    ],
    ['acp/terminals'],
  ),
  ...faultsIn(
    'node/acp/agentSession.ts',
    [
      {
        breaks: 'a session has files only in what it was told of and may see still',
        is: 'this.#pinned.filter(({ realPath }) => remaining.includes(realPath))',
        becomes: 'remaining.length > 0 ? this.#pinned : []',
      },
      {
        breaks: 'a session reaches only what is left of what it was told of',
        is: 'remainingRoots(this.told, this.#around.exposed())',
        becomes: 'this.#around.exposed()',
      },
      {
        breaks: 'nothing is asked any more in a turn that was stopped',
        is: 'if (this.#turn?.signal.aborted === true) taken.abort();',
        becomes: '',
      },
      {
        breaks: 'a session does not go on without its working directory',
        is: 'return mayGoOn(this.told, this.#around.exposed());',
        becomes: 'return this.#around.exposed().length > 0;',
      },
    ],
    ['acp/sessionsModel', 'acp/turns'],
  ),
  ...faultsIn(
    'node/acp/agentConnection.ts',
    [
      {
        breaks: 'what goes wrong here is told to no agent in its own words',
        is: 'throw new RequestError(-32602, answer.why);',
        becomes: 'throw new Error(answer.why);',
      },
      {
        breaks: 'an agent is waited for only so long',
        is: 'AbortSignal.timeout(milliseconds)',
        becomes: 'AbortSignal.timeout(milliseconds * 1000)',
      },
      {
        breaks: 'every answer is read before anybody uses it',
        is: "if (understood.kind === 'wrong') throw",
        becomes: "if (understood.kind === 'wrong' && method === '') throw",
      },
      {
        breaks: 'the words of an agent are made harmless',
        is: 'displayText(messageOf(cause), 300)',
        becomes: 'messageOf(cause)',
      },
    ],
    ['acp/hostileAgents', 'acp/agentSteps'],
  ),
  ...faultsIn(
    'core/acp/reopening.ts',
    [
      {
        breaks: 'nothing is opened again that the agent does not offer',
        is: "  if (!wish.abilities[wish.way]) return { kind: 'not offered' };\n",
        becomes: '',
      },
      {
        breaks: 'another working directory than its own is never sent',
        is: "  if (wish.cwd !== undefined && wish.cwd !== known.cwd) return { kind: 'other cwd', cwd: known.cwd };\n",
        becomes: '',
      },
      {
        breaks: 'our record goes before what the agent reports',
        is: 'if (record !== undefined) {',
        becomes: 'if (record !== undefined && listed === undefined) {',
      },
      {
        breaks: 'a withdrawn folder shortens what is sent again',
        is: 'opened(record.cwd, remainingRoots(record, exposed), wish)',
        becomes: 'opened(record.cwd, [record.cwd, ...record.additional], wish)',
      },
      {
        breaks: 'what an agent reports is no grant',
        is: 'exposed.find((each) => each === folder) ?? []',
        becomes: 'folder as RealPath',
      },
      {
        breaks: 'a session that only its agent knows needs every folder that it reports',
        is: 'cwd === undefined || granted.length < reported.length',
        becomes: 'cwd === undefined',
      },
      {
        breaks: 'an agent that takes a working directory only is sent no other when it opens again',
        is: 'takesAdditional: wish.abilities.additionalDirectories',
        becomes: 'takesAdditional: true',
      },
      {
        breaks: 'a session is opened again with what it had, unless all is wished',
        is: "if (folders === 'as before') return before;",
        becomes: '',
      },
      {
        breaks: 'of chosen folders only those are sent that may be seen',
        is: '[cwd, ...folders].filter((folder) => exposed.includes(folder))',
        becomes: '[cwd, ...folders]',
      },
    ],
    ['acp/reopening'],
  ),
  ...faultsIn(
    'core/acp/earlierSessions.ts',
    [
      {
        breaks: 'of what an agent reports nothing is added to our record',
        is: 'const folders = [cwd, ...additional];',
        becomes: 'const folders = [cwd, ...additional, ...(listing?.additional ?? [])];',
      },
      {
        breaks: 'each folder that an agent reports needs consent',
        is: 'folders.filter((folder) => !allowed.has(folder))',
        becomes: 'folders.slice(0, 1).filter((folder) => !allowed.has(folder))',
      },
      {
        breaks: 'the order of what an agent reports counts',
        is: "reported.join('\\0') === sent.join('\\0')",
        becomes: "reported.toSorted().join('\\0') === sent.toSorted().join('\\0')",
      },
      {
        breaks: 'an agent that says nothing of further folders reports no other list',
        is: '(listed.additional === undefined && listed.cwd === sent[0])',
        becomes: 'false',
      },
    ],
    ['acp/earlierSessions'],
  ),
  ...faultsIn(
    'node/acp/agentSessions.ts',
    [
      {
        breaks: 'a session in the middle of a turn is sent no other list',
        is: '    if (this.isBusy(sessionId)) throw isBusy();\n    this.#opening.add(sessionId);',
        becomes: '    this.#opening.add(sessionId);',
      },
      {
        breaks: 'a session that is being opened takes no turn',
        is: 'this.#open.get(sessionId)?.isBusy === true || this.#opening.has(sessionId)',
        becomes: 'this.#open.get(sessionId)?.isBusy === true',
      },
      {
        breaks: 'programs end with their session',
        is: '    await session.end();\n    await this.#memory.keepNames(session);',
        becomes: '    await this.#memory.keepNames(session);',
      },
    ],
    sessionsTests,
  ),
  ...faultsIn(
    'node/acp/sessionOpener.ts',
    [
      {
        breaks: 'the disk is asked before anything is sent',
        is: '    await this.#around.look();\n    this.#rootsToBegin(wish);',
        becomes: '    this.#rootsToBegin(wish);',
      },
      {
        breaks: 'the disk is asked before anything is sent again',
        is: '    await this.#around.look();\n    const before',
        becomes: '    const before',
      },
      {
        breaks: 'what was withdrawn while servers were made ready is not sent',
        is: '    this.#rootsToBegin(wish);\n    return this.#withServers(undefined, async (servers) => {\n      // Again: something may have been withdrawn meanwhile.\n      const roots = this.#rootsToBegin(wish);\n',
        becomes:
          '    const roots = this.#rootsToBegin(wish);\n    return this.#withServers(undefined, async (servers) => {\n',
      },
      {
        breaks: 'what is sent is in the record first: who refuses a list has read it',
        is: "    record({ event: 'session', by: `session/${by}`, uris: foldersOf(roots).map(recordUri) });\n    try {",
        becomes: '    try {',
      },
      {
        breaks: 'every folder that is sent is in the record',
        is: 'uris: foldersOf(roots).map(recordUri)',
        becomes: 'uris: [recordUri(roots.cwd)]',
      },
      {
        breaks: 'a new session does not take the name of another one',
        is: 'if (this.#open.has(sessionId)) {',
        becomes: "if (sessionId === '') {",
      },
      {
        breaks: 'what is sent is what was sent to that session last',
        is: 'before === undefined ? this.#memory.find(sessionId) : this.#memory.recordOf(before)',
        becomes: 'undefined',
      },
    ],
    sessionsTests,
  ),
  ...faultsIn(
    'node/acp/openSessions.ts',
    [
      {
        breaks: 'what ran before ends with the agent, also while the session is opened again',
        is: 'return [...this.all, ...this.#before];',
        becomes: 'return this.all;',
      },
      {
        breaks: 'what ran before ends once the session is open again',
        is: '      await before?.end();\n',
        becomes: '',
      },
      {
        breaks: 'a session that was not opened again is what it was',
        is: '    this.#add(before);\n',
        becomes: '',
      },
      {
        breaks: 'a session knows what was sent for it in vain',
        is: '    before.sentInVain = told;\n',
        becomes: '',
      },
      {
        breaks: 'a session that was not opened is not open',
        is: 'if (before === undefined) this.delete(session.id);',
        becomes: 'if (before === undefined) void 0;',
      },
      {
        breaks: 'what ran while a session was not opened ends',
        is: '      await session.terminals?.end();\n',
        becomes: '',
      },
    ],
    ['acp/reopenedPrograms', 'acp/sessionsModel', 'acp/agentSteps'],
  ),
  ...faultsIn(
    'node/acp/sessionList.ts',
    [
      {
        breaks: 'an agent is not asked about a folder that it may not see',
        is: 'if (cwd !== undefined && !exposed().includes(cwd))',
        becomes: 'if (cwd !== undefined && exposed().length === 0)',
      },
      {
        breaks: 'asking about a folder is in the record',
        is: "    if (cwd !== undefined) record({ event: 'session', by: 'session/list', uris: [recordUri(cwd)] });\n",
        becomes: '',
      },
      {
        breaks: 'sessions of other folders are passed over, whatever the agent lists',
        is: 'sessions.filter((each) => cwd === undefined || each.cwd === cwd)',
        becomes: 'sessions',
      },
      {
        breaks: 'an agent that lists without end is not asked for ever',
        is: 'page < mostPages',
        becomes: 'page < Number.MAX_SAFE_INTEGER',
      },
    ],
    ['acp/sessionList', 'acp/sessionsModel'],
  ),
  ...faultsIn(
    'node/acp/agentRun.ts',
    [
      {
        breaks: 'nothing is permitted in a session that may not go on',
        is: "if (session?.mayGoOn !== true) return { kind: 'cancelled' };",
        becomes: "if (session === undefined) return { kind: 'cancelled' };",
      },
      {
        breaks: 'what is answered once the working directory was withdrawn counts as no answer',
        is: "session.mayGoOn ? answer : { kind: 'cancelled' }",
        becomes: 'answer',
      },
      {
        breaks: 'an answer counts only for what the user saw',
        is: 'over.aborted || !isAsSeen',
        becomes: 'over.aborted',
      },
      {
        breaks: 'an error in asking is no permission',
        is: "      log.error(`A question of the agent could not be asked: ${messageOf(error)}`);\n      return { kind: 'cancelled' };",
        becomes: '      throw error;',
      },
    ],
    ['acp/turns', 'acp/hostileAgents', 'acp/agentFaults'],
  ),
  ...faultsIn(
    'node/acp/promptBlocks.ts',
    [
      {
        breaks: 'a file that lies outside is not named to an agent',
        is: "judgement.verdict === 'allow' && judgement.entry !== undefined ? judgement.realPath : undefined",
        becomes: "judgement.verdict === 'allow' ? judgement.realPath : (given as RealPath)",
      },
      {
        breaks: 'what was withdrawn while a file was read is not sent',
        is: 'at === undefined || isInside(at) ? undefined : outside',
        becomes: 'undefined',
      },
      {
        breaks: 'a file that is not sent is not named in the text either',
        is: 'mentions.push(...mentionsOf(part));',
        becomes: '',
      },
    ],
    ['acp/turns', 'acp/sessionsModel'],
  ),
];
