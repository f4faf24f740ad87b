import { faultsIn } from '../fault';

/** The session: who is told what, who waits for what, and who gets which answer (rules 3 and 7). */
export const sessionFaults = [
  ...faultsIn('core/session/envelope.ts', [
    {
      breaks: 'an id is a text or a number',
      is: 'isRequestId(id) ? request(id, method, params) : undefined',
      becomes: 'request(id as RequestId, method, params)',
    },
    {
      breaks: 'an answer has a result or an error, and not both',
      is: "if (failed === 'result' in message) return undefined;",
      becomes: "if (!failed && !('result' in message)) return undefined;",
    },
    {
      breaks: 'an answer has a result or an error',
      is: "if (failed === 'result' in message) return undefined;",
      becomes: "if (failed && 'result' in message) return undefined;",
    },
    {
      breaks: 'only a cancellation names a request',
      is: 'const subject = subjects.get(method);',
      becomes: "const subject = subjects.get(method) ?? 'requestId';",
    },

    {
      breaks: 'another version of JSON-RPC is no message',
      is: " || message['jsonrpc'] !== '2.0'",
      becomes: '',
    },
    {
      breaks: 'a request whose id is null is no notification',
      is: 'if (id === undefined) return notification(method, params);',
      becomes: 'if (id === undefined || id === null) return notification(method, params);',
    },
    {
      breaks: 'an answer has an id that a request can have',
      is: 'method !== undefined || !isRequestId(id)',
      becomes: 'method !== undefined',
    },
    { breaks: 'a number that is none is no id', is: ' && Number.isFinite(id)', becomes: '' },
  ]),
  ...faultsIn('core/session/inFlight.ts', [
    { breaks: 'a request is answered once', is: '    this.#client.delete(id);\n', becomes: '' },
    { breaks: 'a request of a server is answered once', is: '    this.#server.delete(id);\n', becomes: '' },
    {
      breaks: 'requests of a server get ids of their own',
      is: '`server-${(this.#lastServerRequest += 1)}`',
      becomes: '`server-${id}`',
    },
    {
      breaks: 'no id is used again after a replacement',
      is: '    this.#server.clear();',
      becomes: '    this.#server.clear();\n    this.#lastServerRequest = 0;',
    },
    {
      breaks: 'an answer to a dead process reaches no successor',
      is: '    this.#server.clear();',
      becomes: '',
    },
    { breaks: 'what was in flight is answered once', is: '    this.#client.clear();\n', becomes: '' },
    {
      breaks: 'ids are told apart by their type',
      is: 'this.#client.set(id, { id, method, ...',
      becomes: 'this.#client.set(String(id), { id, method, ...',
    },
    {
      breaks: 'a server cancels its own request',
      is: '      if (this.#server.get(rewritten) !== original) continue;\n',
      becomes: '',
    },
    {
      breaks: 'the requests of a server that wait for answers have a bound',
      is: 'this.#server.size < mostServerRequests && ',
      becomes: '',
    },
  ]),
  ...faultsIn('core/session/handshake.ts', [
    { breaks: 'the first initialize counts', is: 'this.#initialize ??= {', becomes: 'this.#initialize = {' },
    {
      breaks: 'what the client was told first is what its server is',
      is: 'this.#identity ??= identity',
      becomes: 'this.#identity = identity',
    },
    { breaks: 'a refused initialize is over', is: '    this.#initialize = undefined;\n', becomes: '' },
    {
      breaks: 'no subscription to what was taken away is repeated',
      is: 'mayName(uri) ? this.#subscriptions.get(uri) : undefined',
      becomes: 'this.#subscriptions.get(uri)',
    },
    {
      breaks: 'what was subscribed to is repeated',
      is: 'return [...level, ...subscriptions];',
      becomes: 'return level;',
    },
    {
      breaks: 'the log level is repeated',
      is: 'return [...level, ...subscriptions];',
      becomes: 'return subscriptions;',
    },
    {
      breaks: 'what was unsubscribed from is not repeated',
      is: "if (typeof envelope.subject === 'string') this.#subscriptions.delete(envelope.subject);",
      becomes: '',
    },
    {
      breaks: 'the last log level counts',
      is: 'this.#logLevel = payload;',
      becomes: 'this.#logLevel ??= payload;',
    },
  ]),
  ...faultsIn('core/session/requestGate.ts', [
    {
      breaks: 'only the cancelled request is dropped',
      is: "({ envelope }) => envelope.kind === 'request' && envelope.id === id",
      becomes: '() => true',
    },
    {
      breaks: 'a cancelled request is dropped',
      is: "({ envelope }) => envelope.kind === 'request' && envelope.id === id",
      becomes: '() => false',
    },
    {
      breaks: 'what is dropped does not count any more',
      is: 'this.#size -= sizeOf(each);',
      becomes: 'this.#size -= 0;',
    },
    { breaks: 'what was handed out does not count any more', is: '    this.#size = 0;\n', becomes: '' },

    {
      breaks: 'nothing passes before a server is ready',
      is: "state: GateState = { kind: 'until a server is ready' };",
      becomes: "state: GateState = { kind: 'open' };",
    },
    { breaks: 'late ends of earlier waits mean nothing', is: ' && this.state.wait === wait', becomes: '' },
    {
      breaks: 'what is held keeps its order',
      is: 'this.#waiting.push(message)',
      becomes: 'this.#waiting.unshift(message)',
    },
    { breaks: 'what is held is handed out once', is: '    this.#waiting = [];\n', becomes: '' },
    {
      breaks: 'what is held is not lost',
      is: 'this.#waiting.push(message)',
      becomes: 'this.#waiting = [message]',
    },
  ]),
  ...faultsIn('core/session/disclosedRoots.ts', [
    {
      breaks: 'an exposed folder around it may be heard of',
      is: '.filter((uri) => !roots.some((root) => addressContains(root, uri)))',
      becomes: '.filter((uri) => !roots.includes(uri))',
    },
    {
      breaks: 'what lies in a withdrawn folder is not heard of, however it is spelled',
      is: '!namesIn([address], spellings, posix).some((uri) => gone.includes(uri))',
      becomes: '!gone.some((uri) => addressContains(uri, address))',
    },
    {
      breaks: 'an exposed folder inside a withdrawn one may be heard of',
      is: '[...gone, ...roots].map((uri)',
      becomes: 'gone.map((uri)',
    },

    {
      breaks: 'a process knows what its launch named',
      is: 'this.#told = new Set(told);',
      becomes: 'this.#told = new Set();',
    },
    {
      breaks: 'a successor knows nothing of what its predecessor was told',
      is: 'this.#told = new Set(told);',
      becomes: 'this.#told = new Set([...this.#told, ...told]);',
    },
    { breaks: 'a successor has not asked', is: '    this.#answer = undefined;\n', becomes: '' },
    { breaks: 'a process knows what it was answered', is: '      this.#told.add(uri);\n', becomes: '' },
    {
      breaks: 'what a launch named is remembered for the whole session',
      is: 'for (const uri of told) this.#everTold.add(uri);',
      becomes: '',
    },
    {
      breaks: 'what was answered is remembered for the whole session',
      is: '      this.#everTold.add(uri);\n    }',
      becomes: '    }',
    },
    {
      breaks: 'a list that was answered already is no news',
      is: '    this.#answer = { roots: this.roots, at };\n    this.#announced = this.roots;',
      becomes: '    this.#answer = { roots: this.roots, at };',
    },
    {
      breaks: 'a list that was announced is no news',
      is: 'announce(): void {\n    this.#announced = this.roots;',
      becomes: 'announce(): void {',
    },
    {
      breaks: 'a change is news',
      is: 'return !sameRoots(this.#announced, this.roots);',
      becomes: 'return false;',
    },
    {
      breaks: 'only a change is news',
      is: 'return !sameRoots(this.#announced, this.roots);',
      becomes: 'return true;',
    },
    {
      breaks: 'a process that will ask hears of later changes only',
      is: 'if (!this.hasAsked) this.#announced = this.roots;',
      becomes: '',
    },
    {
      breaks: 'a process that has asked before it is ready hears of what changed since',
      is: 'if (!this.hasAsked) this.#announced',
      becomes: 'this.#announced',
    },
    {
      breaks: 'a withdrawn folder is withdrawn',
      is: "if (this.knowsWithdrawn) return 'withdrawn';",
      becomes: '',
    },
    {
      breaks: 'a folder that is away while its consent stands is not withdrawn',
      is: 'return this.#lost().some((uri) => !this.#exposure.lapsed.has(uri));',
      becomes: 'return this.#lost().length > 0;',
    },
    {
      breaks: 'any withdrawn folder counts, not only all of them',
      is: 'return this.#lost().some((uri) => !this.#exposure.lapsed.has(uri));',
      becomes:
        'return this.#lost().length > 0 && this.#lost().every((uri) => !this.#exposure.lapsed.has(uri));',
    },
    {
      breaks: 'an emptied list is more than a shorter one',
      is: "return this.roots.length === 0 ? 'emptied' : 'left';",
      becomes: "return 'left';",
    },
    { breaks: 'only what has just left counts', is: 'before.has(uri) && lapsed', becomes: 'lapsed' },
    {
      breaks: 'a folder that left the workspace narrows',
      is: "?.why === 'left the workspace');",
      becomes: "?.why === 'vanished from disk');",
    },
    {
      breaks: 'who has taken the list without it need not ask again',
      is: "if (this.#lastAnswer.kind === 'in sync') return false;",
      becomes: '',
    },
    {
      breaks: 'for what only vanished nobody has to ask again',
      is: "?.why !== 'vanished from disk');",
      becomes: ' !== null);',
    },
    {
      breaks: 'for what was withdrawn a process has to ask again (notify)',
      is: "?.why !== 'vanished from disk');",
      becomes: "?.why === 'left the workspace');",
    },
    {
      breaks: 'a shorter list has the time of its change',
      is: 'if (!sameRoots(this.roots, listedRoots(exposure))) this.#changedAt = at;',
      becomes: '',
    },
    {
      breaks: 'a list that is the same again is in sync',
      is: "if (sameRoots(roots, this.roots)) return { kind: 'in sync'",
      becomes: "if (roots === this.roots) return { kind: 'in sync'",
    },
    {
      breaks: 'an old answer is stale',
      is: "if (sameRoots(roots, this.roots)) return { kind: 'in sync'",
      becomes: "if (roots) return { kind: 'in sync'",
    },
    {
      breaks: 'what was taken off the list counts as forgotten (notify)',
      is: 'for (const uri of this.#lost()) this.#told.delete(uri);',
      becomes: '',
    },
    {
      breaks: 'what is still on the list does not count as forgotten (notify)',
      is: 'for (const uri of this.#lost()) this.#told.delete(uri);',
      becomes: 'this.#told.clear();',
    },
  ]),
  ...faultsIn('core/session/ownMessages.ts', [
    {
      breaks: 'a root is an address and a name, and nothing else',
      is: 'roots.map(({ uri, name }) => ({ uri, name }))',
      becomes: 'roots',
    },
    {
      breaks: 'roots that are not declared are not supported, by the right code',
      is: 'const methodNotFound = -32601;',
      becomes: 'const methodNotFound = -32603;',
    },
    {
      breaks: 'a cancellation names its request',
      is: 'params: { requestId, reason }',
      becomes: 'params: { reason }',
    },
  ]),
  ...faultsIn(
    'core/session/rootsProtocol.ts',
    [
      {
        breaks: 'what is not declared is not answered with a list',
        is: '    if (!declare) {\n',
        becomes: '    if (!declare && at < 0) {\n',
      },
      { breaks: 'what a process was answered is noted', is: '    knowledge.answer(at);\n', becomes: '' },
      {
        breaks: 'an answer is recorded as a disclosure',
        is: "    effects.tell({ fact: 'answered', roots: answer.roots });\n",
        becomes: '',
      },
      {
        breaks: 'a roots/list is answered once',
        is: "    effects.add({ do: 'pass', to: 'server', payload: answer.payload });\n",
        becomes:
          "    effects.add({ do: 'pass', to: 'server', payload: answer.payload });\n    effects.add({ do: 'pass', to: 'server', payload: answer.payload });\n",
      },
      {
        breaks: 'a fault while answering is answered',
        is: "      effects.send('server', internalFault(id));\n",
        becomes: '',
      },
      {
        breaks: 'a fault while answering is seen',
        is: '      knowledge.fail(at);\n',
        becomes: '',
      },
      {
        breaks: 'a fault while answering tells of nothing',
        is: '      knowledge.fail(at);\n',
        becomes: '      knowledge.answer(at);\n      knowledge.fail(at);\n',
      },
      {
        breaks: 'held requests go out when the answer has settled, not with it',
        is: 'effects.wait(times.settle)',
        becomes: 'effects.wait(0)',
      },
      {
        breaks: 'a successor that has asked gets what was held',
        is: "if (kind === 'until it asks' || kind === 'until it asks again' || kind === 'closed') {",
        becomes: "if (kind === 'until it asks again' || kind === 'closed') {",
      },
      {
        breaks: 'who asked again gets what was held',
        is: "if (kind === 'until it asks' || kind === 'until it asks again' || kind === 'closed') {",
        becomes: "if (kind === 'until it asks' || kind === 'closed') {",
      },
      {
        breaks: 'who asked late gets requests again (notify)',
        is: "if (kind === 'until it asks' || kind === 'until it asks again' || kind === 'closed') {",
        becomes: "if (kind === 'until it asks' || kind === 'until it asks again') {",
      },
      {
        breaks: 'what was taken off the list is forgotten with notify only: a process keeps what it knows',
        is: "if (onRevoke === 'notify') knowledge.forgetLost();",
        becomes: 'knowledge.forgetLost();',
      },
      {
        breaks: 'requests are held for a folder that is withdrawn or left, where its process stays',
        is: "      case 'notify':\n        return this.#holdUntilItAsksAgain();",
        becomes: "      case 'notify':\n        return nothing;",
      },
      {
        breaks: 'a process that knows what it may not know any more is replaced',
        is: "        return { next: 'replace', why: decision.why };",
        becomes: '        return this.#holdUntilItAsksAgain();',
      },
      {
        breaks: 'a change is announced',
        is: '    if (this.#is.knowledge.isNews) this.#announceSoon();\n',
        becomes: '',
      },
      {
        breaks: 'the wait for a new question is not begun again by every change',
        is: "if (kind === 'until a server is ready' || kind === 'until it asks again' || kind === 'closed')",
        becomes: "if (kind === 'until a server is ready' || kind === 'closed')",
      },
      {
        breaks: 'a gate that is closed stays closed at the next change',
        is: "if (kind === 'until a server is ready' || kind === 'until it asks again' || kind === 'closed')",
        becomes: "if (kind === 'until a server is ready' || kind === 'until it asks again')",
      },
      {
        breaks: 'who has taken the list without it is not held again',
        is: '    if (!knowledge.mustAskAgain) return nothing;\n',
        becomes: '',
      },
      {
        breaks: 'the gate stays shut while another folder that it knows is gone',
        is: "return this.#is.knowledge.mustAskAgain ? nothing : { next: 'open' };",
        becomes: "return { next: 'open' };",
      },
      {
        breaks: 'the gate opens when the folder is back',
        is: "return this.#is.knowledge.mustAskAgain ? nothing : { next: 'open' };",
        becomes: 'return nothing;',
      },
      {
        breaks: 'only a gate that waits for a new question is opened by a change',
        is: "    if (kind !== 'until it asks again' && kind !== 'closed') return nothing;\n",
        becomes: '',
      },
      {
        breaks: 'changes of one turn are one announcement',
        is: '    if (this.#awaitsEndOfTurn) return;\n',
        becomes: '',
      },
      {
        breaks: 'there is a next announcement after the first',
        is: '    this.#awaitsEndOfTurn = false;\n',
        becomes: '',
      },
      {
        breaks: 'nothing is announced before the server is ready',
        is: 'if (!isReady || !declare || !knowledge.isNews) return;',
        becomes: 'if (!declare || !knowledge.isNews) return;',
      },
      {
        breaks: 'nothing is announced where roots are not declared',
        is: 'if (!isReady || !declare || !knowledge.isNews) return;',
        becomes: 'if (!isReady || !knowledge.isNews) return;',
      },
      {
        breaks: 'nothing is announced that is no news any more',
        is: 'if (!isReady || !declare || !knowledge.isNews) return;',
        becomes: 'if (!isReady || !declare) return;',
      },
      { breaks: 'an announcement is made once', is: '    knowledge.announce();\n', becomes: '' },
      {
        breaks: 'a process that came to be ready while it has to ask again gets no request',
        is: '    if (knowledge.mustAskAgain) {\n',
        becomes: '    if (knowledge.mustAskAgain && knowledge.hasAsked) {\n',
      },
      {
        breaks: 'a successor gets held requests after it was answered, if its predecessor asked',
        is: "if (!this.#usesRoots || knowledge.hasAsked) return { next: 'open' };",
        becomes: "return { next: 'open' };",
      },
      {
        breaks: 'a server that never asked is not waited for',
        is: "if (!this.#usesRoots || knowledge.hasAsked) return { next: 'open' };",
        becomes: "if (knowledge.hasAsked) return { next: 'open' };",
      },
      {
        breaks: 'the end of an earlier wait opens nothing',
        is: '    if (!gate.awaits(wait)) return nothing;\n',
        becomes: '',
      },
      {
        breaks: 'who knows a folder that is gone and does not ask again gets nothing',
        is: "if (gate.state.kind !== 'until it asks again') return { next: 'open' };",
        becomes: "return { next: 'open' };",
      },
      {
        breaks: 'who does not ask again in time is replaced',
        is: "    if (decision.do === 'replace') return { next: 'replace', why: decision.why };\n    const inside",
        becomes: '    const inside',
      },
      {
        breaks: 'what was held is refused when the gate closes (notify)',
        is: "return { next: 'refuse', why };",
        becomes: 'return nothing;',
      },
    ],
    ['session'],
  ),
  ...faultsIn('core/session/taskTracker.ts', [
    {
      breaks: 'a task ends with its process',
      is: 'this.#dead.set(task, why)',
      becomes: 'this.#dead.delete(task)',
    },
    {
      breaks: 'what is remembered of dead tasks has a bound',
      is: '#dead = new BoundedMap<string, ClientText>(mostRemembered,',
      becomes: '#dead = new BoundedMap<string, ClientText>({ entries: Infinity, weight: Infinity },',
    },
  ]),
  ...faultsIn(
    'core/session/rootsSession.ts',
    [
      {
        breaks: 'ping is answered while no process is there',
        is: "if (method === 'ping' && !this.#hasServer) return this.#effects.send('client', pong(id));",
        becomes: '',
      },
      {
        breaks: 'nothing of a dead process is delivered',
        is: '    if (!this.#hasServer) return;\n    switch',
        becomes: '    switch',
      },
      {
        breaks: 'roots/list is never forwarded',
        is: "if (envelope.method === 'roots/list') return this.#protocol.answer(envelope.id, at);",
        becomes: "if (envelope.method === 'roots/list') this.#protocol.answer(envelope.id, at);",
      },
      {
        breaks: 'the gate that opens lets out what it held',
        is: '    for (const message of held) if (!this.#isOfGoneTask(message)) this.#passRequest(message);\n',
        becomes: '',
      },
      {
        breaks: 'what is held for a task that ended is not passed on',
        is: 'for (const message of held) if (!this.#isOfGoneTask(message)) this.#passRequest(message);',
        becomes: 'for (const message of held) this.#passRequest(message);',
      },
      {
        breaks: 'a process is replaced once',
        is: '#replace(why: string): void {\n    if (!this.#hasServer) return;',
        becomes: '#replace(why: string): void {',
      },
      {
        breaks: 'what a process knew ends with it',
        is: '    this.#knowledge.startAnew([]);\n',
        becomes: '',
      },
      {
        breaks: 'the tasks of a process end with it',
        is: '    this.#tasks.endAll(this.words.textOf(why));\n',
        becomes: '',
      },
      {
        breaks: 'a request of a server is passed on under an id of our own',
        is: '          id,\n',
        becomes: '',
      },
      {
        breaks: 'a process that is needed is not put to sleep',
        is: '    if (!this.isIdle) return;\n',
        becomes: '',
      },
      {
        breaks: 'a process with a request in flight is not idle',
        is: ' && this.#inFlight.isEmpty;',
        becomes: ';',
      },
      {
        breaks: 'who sleeps is woken by a request',
        is: "    this.#effects.add({ do: 'start server' });\n",
        becomes: '',
      },

      {
        breaks: 'a request is held while the gate is shut',
        is: "if (state.kind === 'open' || method === 'ping') return",
        becomes: "if (state.kind === 'open' || method === 'ping' || method.endsWith('/list')) return",
      },
      {
        breaks: 'a request is held, also in the moment after an answer',
        is: "if (state.kind === 'open' || method === 'ping') return",
        becomes:
          "if (state.kind === 'open' || state.kind === 'until it settled' || method === 'ping') return",
      },
      {
        breaks: 'ping passes while requests are held',
        is: "if (state.kind === 'open' || method === 'ping') return",
        becomes: "if (state.kind === 'open') return",
      },
      {
        breaks: 'who did not ask again gets no request (notify)',
        is: "if (state.kind === 'closed') return this.words.fail(id, state.why);",
        becomes: "if (state.kind === 'closed') return this.#passRequest(message);",
      },
      {
        breaks: 'a second initialize is refused',
        is: "    if (this.#handshake.initialize !== undefined) {\n      return this.words.fail(id, 'initialized already');\n    }\n",
        becomes: '',
      },
      {
        breaks: 'an initialize that came before its server is put to it',
        is: 'if (this.#handshake.initialize !== undefined) this.#initialize();\n  }\n\n  #init',
        becomes: '}\n\n  #init',
      },
      {
        breaks: 'a list_changed of the client end is swallowed',
        is: "      case 'notifications/roots/list_changed':\n        return;\n",
        becomes: '',
      },
      {
        breaks: 'a held request that was cancelled is dropped, and its cancellation with it',
        is: 'if (subject !== undefined && this.#gate.drop(subject)) return;',
        becomes: 'if (subject !== undefined) this.#gate.drop(subject);',
      },
      {
        breaks: 'a cancellation of what is with the server reaches it',
        is: 'if (subject !== undefined && this.#gate.drop(subject)) return;',
        becomes: 'if (subject !== undefined) { this.#gate.drop(subject); return; }',
      },
      {
        breaks: 'no notification reaches a server that is not ready',
        is: "if (this.#phase === 'ready') this.#effects.add({ do: 'pass', to: 'server', payload });",
        becomes: "if (this.#phase !== 'no server') this.#effects.add({ do: 'pass', to: 'server', payload });",
      },
      {
        breaks: 'initialized is passed on once its initialize was answered',
        is: "if (this.#phase !== 'answered') return;",
        becomes: '',
      },
      {
        breaks: 'roots/list is answered, also before initialized',
        is: "if (envelope.method === 'roots/list') return",
        becomes: "if (envelope.method === 'roots/list' && this.#phase === 'ready') return",
      },
      {
        breaks: 'an answer that nobody asked for is dropped',
        is: '    if (asked === undefined) return;\n    if (asked.method',
        becomes: '    if (asked?.method',
      },
      {
        breaks: 'a successor that is another server ends the session',
        is: '!failed && this.#options.identity(payload) === this.#handshake.identity;',
        becomes: '!failed;',
      },
      {
        breaks: 'a successor that refuses initialize ends the session',
        is: '!failed && this.#options.identity(payload) === this.#handshake.identity;',
        becomes: 'failed || this.#options.identity(payload) === this.#handshake.identity;',
      },
      {
        breaks: 'a repeated initialize is not answered to the client again',
        is: 'return same ? this.#readyAgain() : this.#endAsAnother();',
        becomes:
          "if (!same) return this.#endAsAnother();\n      this.#readyAgain();\n      return this.#effects.add({ do: 'pass', to: 'client', payload });",
      },
      {
        breaks: 'a refused initialize makes no server ready',
        is: '    if (failed) {\n      this.#handshake.refuse();',
        becomes: '    if (failed && this.#closed) {\n      this.#handshake.refuse();',
      },
      {
        breaks: 'what a launch named is noted',
        is: 'this.#protocol.started(told);',
        becomes: 'this.#protocol.started([]);',
      },
      {
        breaks: 'a process whose launch named a withdrawn folder is replaced at once',
        is: "    if (next.next === 'replace') return this.#replace(next.why);\n",
        becomes: '',
      },
      {
        breaks: 'roots are declared to who may have them only',
        is: 'this.#options.declare ? ({ listChanged: true } as const) : undefined',
        becomes: '{ listChanged: true } as const',
      },
      {
        breaks: 'a successor is initialised with the words of the client',
        is: "    this.#effects.add({ do: 'initialize', payload, id: this.#repeatId, roots });",
        becomes: '',
      },
      {
        breaks: 'a successor hears of no withdrawn folder by a subscription',
        is: '(uri) => this.#knowledge.mayHear(uri)',
        becomes: '() => true',
      },
      {
        breaks: 'repeated requests have ids of their own',
        is: 'id: `${this.#repeatId}-${i}`',
        becomes: 'id: this.#repeatId',
      },
      {
        breaks: 'what is released is recorded',
        is: "    if (held.length > 0) this.#effects.tell({ fact: 'released', count: held.length });\n",
        becomes: '',
      },
      {
        breaks: 'what is held is recorded',
        is: "    this.#effects.tell({ fact: 'held', method });\n",
        becomes: '',
      },
      {
        breaks: 'nothing passes to the process that is being replaced',
        is: "    this.#dropServer({ outside: 'started again', inside });\n",
        becomes: '',
      },
      {
        breaks: 'the client is told why it was replaced',
        is: 'was started again: ${why}.',
        becomes: 'was started again.',
      },
      {
        breaks: 'a replacement is recorded',
        is: "    this.#effects.tell({ fact: 'replaced', why });\n",
        becomes: '',
      },
      {
        breaks: 'what is repeated waits as every request does',
        is: '    this.#owesRepeats = true;\n    if (initialized === undefined) return;\n',
        becomes:
          '    this.#owesRepeats = true;\n    if (initialized === undefined) return;\n    this.#repeatRequests();\n',
      },
      {
        breaks: 'what is to be repeated is',
        is: '    this.#repeatRequests();\n    const held',
        becomes: '    const held',
      },
      {
        breaks: 'what was repeated is not repeated again',
        is: '    this.#owesRepeats = false;\n    // A subscription',
        becomes: '    // A subscription',
      },
      {
        breaks: 'the gate shuts with the end of a process',
        is: "    this.#owesRepeats = false;\n    this.#gate.state = { kind: 'until a server is ready' };\n",
        becomes: '    this.#owesRepeats = false;\n',
      },
      {
        breaks: 'what was in flight is answered',
        is: "if (method !== 'initialize') this.words.fail(id, why);",
        becomes: '',
      },
      {
        breaks: "a client's first initialize is put to the successor and not answered with an error",
        is: "if (method !== 'initialize') this.words",
        becomes: 'this.words',
      },
      {
        breaks: 'what a dead process asked is cancelled',
        is: 'for (const id of this.#inFlight.takeServerRequests()) this.words.cancel(id, why);',
        becomes: '',
      },
      {
        breaks: 'what is refused is refused to its client',
        is: "if (envelope.kind === 'request') this.words.fail(envelope.id, why);",
        becomes: '',
      },
      {
        breaks: 'another server in place of the first one ends the session',
        is: "    this.#effects.add({ do: 'end session', why: inside });\n",
        becomes: '',
      },
      {
        breaks: 'an unanswered initialize is answered at the end',
        is: '      this.words.fail(initialize.id, why);\n    }\n    this.#dropServer',
        becomes: '    }\n    this.#dropServer',
      },
      {
        breaks: 'what is held is answered at the end',
        is: '    this.#refuseHeld(why);\n    this.#closed',
        becomes: '    this.#closed',
      },
      { breaks: 'after the end there is nothing', is: '    this.#closed = true;\n', becomes: '' },
      {
        breaks: 'the answer of a client goes back under the id that its server chose',
        is: "if (id !== undefined) this.#effects.add({ do: 'pass', to: 'server', payload, id });",
        becomes: "if (id !== undefined) this.#effects.add({ do: 'pass', to: 'server', payload });",
      },
      {
        breaks: 'the answer of a client to nobody is dropped',
        is: "if (id !== undefined) this.#effects.add({ do: 'pass', to: 'server', payload, id });",
        becomes: "this.#effects.add({ do: 'pass', to: 'server', payload, ...(id !== undefined && { id }) });",
      },
      {
        breaks: 'a cancellation of a server names the id that the client knows',
        is: "this.words.cancel(id, 'cancelled')",
        becomes: "this.words.cancel(original ?? id, 'cancelled')",
      },
      {
        breaks: 'what passes is noted for a successor',
        is: '    this.#handshake.observe(message);\n    const call',
        becomes: '    const call',
      },
      {
        breaks: 'what passes waits for its answer',
        is: "    this.#effects.endCall(this.#inFlight.clientAsks(envelope.id, envelope.method, call), 'failed');\n",
        becomes: '',
      },
      {
        breaks: 'undeclared is said as such',
        is: "this.#options.declare ? this.#knowledge.sync : { kind: 'undeclared' }",
        becomes: 'this.#knowledge.sync',
      },
    ],
    ['session'],
  ),
  ...faultsIn(
    'node/process/serverProcess.ts',
    [
      {
        breaks: 'closing its input gives a process no more than five seconds',
        is: 'closeStdinMs: Math.min(closeStdinMs, longestGrace)',
        becomes: 'closeStdinMs',
      },
      {
        breaks: 'asking it to terminate gives a process no more than five seconds',
        is: 'termMs: Math.min(termMs, longestGrace)',
        becomes: 'termMs',
      },
    ],
    ['editor/numberBounds'],
  ),
  ...faultsIn(
    'editor/settings/numberBounds.ts',
    [
      {
        breaks: 'no setting is more than its bound',
        is: 'Math.min(Math.max(value, least), most)',
        becomes: 'Math.max(value, least)',
      },
      {
        breaks: 'no setting is less than its bound',
        is: 'Math.min(Math.max(value, least), most)',
        becomes: 'Math.min(value, most)',
      },
    ],
    ['editor/numberBounds'],
  ),
];
