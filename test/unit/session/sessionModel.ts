import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Exposure, Lapse } from '../../../src/core/consent/exposure';
import { envelopeOf, type RequestId } from '../../../src/core/session/envelope';
import { RootsSession } from '../../../src/core/session/rootsSession';
import type { SessionOptions } from '../../../src/core/session/sessionOptions';
import type { SessionEffect, SessionFact, SessionInput } from '../../../src/core/session/sessionEffect';
import type { ToolCall } from '../../../src/core/session/toolCalls';
import { because, root } from './sessionBench';

/** What can be with a folder, seen from one server. */
type Standing = 'exposed' | 'withdrawn' | Lapse['why'];

/** One server process, and what it may or may not have got. */
interface Process {
  /** By its launch and by answers; with `notify`, what it was last answered. */
  told: Set<string>;
  /** What has gone since it last took a list, and so stands between it and every request. */
  gone: Set<string>;
  /** The list that it took last. */
  answered: readonly string[] | undefined;
  /** Requests that it has not answered: its own name for each. */
  readonly open: Set<RequestId>;
  /** Requests of its own that wait for an answer, by the id that the client knows. */
  readonly asked: Map<RequestId, RequestId>;
  /** Its own progress tokens of those, by the token that the client knows. */
  readonly tokens: Map<RequestId, RequestId>;
  readonly tasks: Set<string>;
  initialised: boolean;
}

/** One request of the client end and what became of it. */
interface Asked {
  readonly id: number;
  readonly method: string;
  forwarded: number;
  answered: number;
  cancelled: boolean;
  /** Its client gave it up while it was held. */
  dropped: boolean;
}

const folders = ['a', 'b', 'c'] as const;

/**
 * A `RootsSession` between a client end and server processes that do anything at any time; judges every effect by
 * what a plain model knows of who was told what (rules 3 and 7).
 */
export class SessionModel {
  readonly #session: RootsSession<object>;
  readonly #options: Pick<SessionOptions<object>, 'declare' | 'onRevoke'>;
  readonly #standing = new Map<string, Standing>();
  readonly #requests = new Map<number, Asked>();
  readonly #waits: number[] = [];
  /** Every folder that any process was told of. */
  readonly #everTold = new Set<string>();
  /** The ids under which the client got requests of servers, of dead ones too. */
  readonly #serverIds: RequestId[] = [];
  #order: readonly string[] = folders;
  readonly #deadTasks = new Set<string>();
  /** Calls of tools that were told of, and not of their end. */
  readonly #calls = new Set<ToolCall>();
  #current: Process | undefined;
  #asleep = false;
  #initialize: 'not sent' | 'answered' | { readonly sentAs: number } = 'not sent';
  #turns = 0;
  #lastId = 0;
  #lastForwarded = 0;
  #at = 0;
  #ended = false;
  /** Answers about roots cannot be made now. */
  #isFaulty = false;

  constructor(options: Pick<SessionOptions<object>, 'declare' | 'onRevoke'>) {
    this.#options = options;
    this.#session = new RootsSession<object>({
      server: 'git',
      encode: (message) => {
        if (this.#isFaulty) throw new Error('a fault');
        return message;
      },
      identity: (payload) => JSON.stringify('result' in payload ? payload.result : undefined),
      ...options,
    });
  }

  get #process(): Process | undefined {
    return this.#current;
  }

  set #process(process: Process | undefined) {
    for (const task of this.#current?.tasks ?? []) this.#deadTasks.add(task);
    this.#current = process;
    if (process !== undefined) this.#asleep = false;
  }

  // --- what can happen

  setStanding(folder: number, standing: Standing): void {
    const name = folders[folder % folders.length] ?? 'a';
    const uri = root(name).uri;
    const before = this.#standing.get(uri) ?? 'withdrawn';
    // Only what was exposed, or lapsed, can lapse.
    const next = standing !== 'exposed' && before === 'withdrawn' ? 'withdrawn' : standing;
    this.#standing.set(uri, next);
    this.#noteGone((each) => each === uri && (next === 'withdrawn' || before === 'exposed'));
    this.#do({ kind: 'exposure changed', exposure: this.#exposure() });
  }

  reorder(): void {
    this.#order = this.#order.toReversed();
    this.#do({ kind: 'exposure changed', exposure: this.#exposure() });
  }

  /** @param launched numbers of folders that arguments or working directory name */
  connect(launched: readonly number[]): void {
    if (this.#process !== undefined || this.#ended) return;
    const told = launched.map((folder) => root(folders[folder % folders.length] ?? 'a').uri);
    this.#process = {
      told: new Set(told),
      gone: new Set(),
      answered: undefined,
      open: new Set(),
      asked: new Map(),
      tokens: new Map(),
      tasks: new Set(),
      initialised: false,
    };
    for (const uri of told) this.#everTold.add(uri);
    this.#noteGone(() => true);
    this.#do({ kind: 'server connected', told });
  }

  crash(): void {
    if (this.#process === undefined) return;
    this.#process = undefined;
    this.#do({ kind: 'server gone', why: because('crash') });
  }

  sleep(): void {
    const { isIdle } = this.#session;
    const stops = this.#do({ kind: 'sleep' }).filter(({ do: what }) => what === 'stop server');
    equal(stops.length, isIdle ? 1 : 0);
  }

  replace(): void {
    this.#do({ kind: 'replace', why: 'asked for' });
  }

  endTurn(): void {
    if (this.#turns === 0) return;
    this.#turns -= 1;
    const sent = this.#do({ kind: 'end of turn' });
    ok(sent.filter(({ do: what }) => what === 'send').length <= 1);
  }

  timeIsUp(which: number): void {
    const wait = this.#waits[which % Math.max(this.#waits.length, 1)];
    if (wait !== undefined) this.#do({ kind: 'time is up', wait });
  }

  clientInitializes(): void {
    if (this.#initialize === 'not sent') this.#initialize = { sentAs: this.#lastId + 1 };
    this.clientAsks('initialize', { capabilities: { roots: {} } });
  }

  clientIsInitialized(): void {
    if (this.#initialize === 'answered') this.#fromClient({ method: 'notifications/initialized' });
  }

  clientAsks(method: string, params?: object): void {
    const id = (this.#lastId += 1);
    const isOfDead = this.#isOfDeadTask(method, params);
    const wasAsleep = this.#asleep;
    if (!this.#ended)
      this.#requests.set(id, { id, method, forwarded: 0, answered: 0, cancelled: false, dropped: false });
    const effects = this.#fromClient({ id, method, ...(params && { params }) });
    if (this.#ended) return;
    const starts = effects.filter(({ do: what }) => what === 'start server').length;
    equal(starts, wasAsleep && !isOfDead && method !== 'ping' && method !== 'initialize' ? 1 : 0);
    if (isOfDead) equal(this.#requests.get(id)?.answered, 1, 'who asks after a dead task hears so at once');
  }

  /** Asks after a task that any process has announced, or that none has. */
  clientAsksForTask(which: number): void {
    const known = [...this.#deadTasks, ...(this.#process?.tasks ?? []), 'unknown'];
    this.clientAsks('tasks/get', { taskId: known[which % known.length] ?? 'unknown' });
  }

  #isOfDeadTask(method: string, params: object | undefined): boolean {
    const task = params !== undefined && 'taskId' in params ? String(params.taskId) : '';
    return method.startsWith('tasks/') && this.#deadTasks.has(task);
  }

  clientCancels(which: number): void {
    const request = this.#requests.get(1 + (which % Math.max(this.#lastId, 1)));
    if (request === undefined || request.method === 'initialize') return;
    const wasHeld = !request.dropped && request.forwarded + request.answered === 0;
    request.cancelled = true;
    request.dropped ||= wasHeld;
    const effects = this.#fromClient({
      method: 'notifications/cancelled',
      params: { requestId: request.id },
    });
    if (wasHeld) deepEqual(effects, [], 'a held request is dropped, and its cancellation with it');
  }

  clientAnswers(which: number): void {
    const ids = [...this.#serverIds.toReversed(), 7];
    const id = ids[which % ids.length] ?? 7;
    const expected = this.#process?.asked.get(id);
    const passed = this.#fromClient({ id, result: {} }).filter(({ do: what }) => what === 'pass');
    deepEqual(
      passed.map((effect) => 'id' in effect && effect.id),
      expected === undefined ? [] : [expected],
    );
    this.#process?.asked.delete(id);
    this.#process?.tokens.delete(id);
  }

  clientProgresses(which: number): void {
    const tokens = [...this.#serverIds.toReversed(), 7];
    const token = tokens[which % tokens.length] ?? 7;
    const process = this.#process;
    const expected = process?.initialised === true ? process.tokens.get(token) : undefined;
    const passed = this.#fromClient({
      method: 'notifications/progress',
      params: { progressToken: token, progress: 1 },
    });
    deepEqual(
      passed.map((effect) => effect.do === 'pass' && effect.progressToken),
      expected === undefined ? [] : [expected],
    );
  }

  clientSaysListChanged(): void {
    deepEqual(this.#fromClient({ method: 'notifications/roots/list_changed' }), []);
  }

  serverAsksRoots(): void {
    const process = this.#process;
    if (process === undefined) return this.#saysTheDead({ id: 'x', method: 'roots/list' });
    const id = `roots-${(this.#lastId += 1)}`;
    const exposed = this.#exposed();
    const isFaulty = this.#isFaulty && this.#options.declare;
    if (this.#options.declare && !isFaulty) {
      for (const uri of exposed) this.#everTold.add(uri);
      process.answered = exposed;
      process.gone.clear();
      // Until it ends it cannot be made to forget; with `notify` a list without a folder counts for that.
      process.told = new Set(this.#options.onRevoke === 'notify' ? exposed : [...process.told, ...exposed]);
    }
    const answers = this.#fromServer({ id, method: 'roots/list' }).flatMap((effect) =>
      effect.do === 'pass' && effect.to === 'server'
        ? effect.payload
        : effect.do === 'send' && effect.to === 'server'
          ? effect.message
          : [],
    );
    const answer = isFaulty
      ? { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } }
      : this.#options.declare
        ? { jsonrpc: '2.0', id, result: { roots: exposed.map((uri) => ({ uri, name: uri.at(-1) })) } }
        : {
            jsonrpc: '2.0',
            id,
            error: {
              code: -32601,
              message: 'Roots not supported',
              data: { reason: 'Client does not have roots capability' },
            },
          };
    deepEqual(answers, [answer]);
    if (this.#options.declare) equal(this.#session.sync.kind, isFaulty ? 'faulty' : 'in sync');
    for (const uri of this.#session.told) ok(process.told.has(uri), 'nothing counts as told that was not');
  }

  /** A fault of this side comes, or goes. */
  setFaulty(isFaulty: boolean): void {
    this.#isFaulty = isFaulty;
  }

  serverAsks(): void {
    const process = this.#process;
    if (process === undefined) return this.#saysTheDead({ id: 'x', method: 'sampling/createMessage' });
    // Processes choose ids for themselves, and mostly the same.
    const id = 1;
    const params = { _meta: { progressToken: 'token' } };
    const [effect, ...more] = this.#fromServer({ id, method: 'sampling/createMessage', params });
    deepEqual(more, []);
    if (effect?.do !== 'pass' || effect.id === undefined) throw new Error('It is passed on.');
    equal(effect.progressToken, effect.id, 'its token is its own too');
    process.tokens.set(effect.id, 'token');
    ok(!this.#serverIds.includes(effect.id), 'each request of a server has an id of its own');
    this.#serverIds.push(effect.id);
    process.asked.set(effect.id, id);
  }

  /** @param as another server, an error, or well */
  serverAnswers(which: number, as: 'well' | 'an error' | 'another server' | 'a task'): void {
    if (this.#process === undefined) return this.#saysTheDead({ id: which, result: {} });
    const open = [...this.#process.open, 'nobody asked'];
    const id = open[which % open.length] ?? 'nobody asked';
    this.#process.open.delete(id);
    const taskId = `task-${(this.#lastId += 1)}`;
    const isTask =
      as === 'a task' && typeof id === 'number' && this.#requests.get(id)?.method !== 'initialize';
    if (isTask) this.#process.tasks.add(taskId);
    const result = isTask
      ? { task: { taskId } }
      : { protocolVersion: as === 'another server' ? 'other' : '2025-11-25' };
    this.#fromServer({ id, ...(as === 'an error' ? { error: { code: 1, message: '' } } : { result }) });
  }

  close(): void {
    const wasOver = this.#ended;
    this.#ended = true;
    const effects = this.#do({ kind: 'close', why: because('over') });
    if (wasOver) deepEqual(effects, []);
    this.#process = undefined;
  }

  // --- what must be so at the end

  /** Lets everyone do what is expected of them, then looks whether anything still waits. */
  settle(): void {
    this.#isFaulty = false;
    if (this.#initialize === 'not sent') this.clientInitializes();
    for (let round = 0; round < 8 && !this.#ended; round += 1) {
      this.connect([]);
      const repeated = [...(this.#process?.open ?? [])];
      repeated.forEach(() => this.serverAnswers(0, 'well'));
      this.clientIsInitialized();
      while (this.#turns > 0) this.endTurn();
      this.serverAsksRoots();
      for (const [i] of this.#waits.entries()) this.timeIsUp(i);
    }
    for (const { method, id, cancelled, forwarded, answered } of this.#requests.values()) {
      if (!cancelled) ok(forwarded + answered > 0, `${method} ${id} waits for ever`);
    }
  }

  /** After the end each request has had its one answer, unless its client gave up. */
  end(): void {
    this.close();
    for (const { method, id, cancelled, answered } of this.#requests.values()) {
      if (!cancelled) equal(answered, 1, `${method} ${id} has an answer`);
    }
    equal(this.#calls.size, 0, 'each call of which was told has had its end');
    deepEqual(this.#fromClient({ id: 'late', method: 'tools/call' }), []);
  }

  // --- the judgement

  #exposed(): readonly string[] {
    const uris = this.#order.map((name) => root(name).uri);
    return uris.filter((uri) => this.#standing.get(uri) === 'exposed');
  }

  #exposure(): Exposure {
    const exposed = new Set(this.#exposed());
    const lapsed = new Map<string, Lapse>();
    for (const [uri, why] of this.#standing) {
      if (why === 'exposed' || why === 'withdrawn') continue;
      const { folder, source } = root(uri.slice(-1));
      lapsed.set(uri, { folder, source, why });
    }
    return { roots: this.#order.map((name) => root(name)).filter(({ uri }) => exposed.has(uri)), lapsed };
  }

  /** Notes what the process knows and may not know any more; what is back or only vanished counts no longer. */
  #noteGone(isNew: (uri: string) => boolean): void {
    const process = this.#process;
    if (process === undefined) return;
    for (const uri of process.told) {
      const standing = this.#standing.get(uri) ?? 'withdrawn';
      if (standing === 'exposed' || standing === 'vanished from disk') process.gone.delete(uri);
      else if (isNew(uri)) process.gone.add(uri);
    }
  }

  #fromClient(message: object): readonly SessionEffect<object>[] {
    return this.#do({ kind: 'from client', message: wire(message) });
  }

  #fromServer(message: object): readonly SessionEffect<object>[] {
    return this.#do({ kind: 'from server', message: wire(message) });
  }

  /** What a process said before it ended and arrives only now. */
  #saysTheDead(message: object): void {
    deepEqual(this.#fromServer(message), []);
  }

  #do(input: SessionInput<object>): readonly SessionEffect<object>[] {
    const effects = this.#session.handle(input, (this.#at += 1));
    for (const effect of effects) this.#judge(effect);
    return effects;
  }

  #judge(effect: SessionEffect<object>): void {
    switch (effect.do) {
      case 'initialize':
        deepEqual(effect.roots, this.#options.declare ? { listChanged: true } : undefined);
        this.#reachesServer({ ...effect.payload, id: effect.id });
        return;
      case 'pass':
      case 'send': {
        const payload = effect.do === 'send' ? effect.message : effect.payload;
        const id = effect.do === 'pass' && effect.id !== undefined ? { id: effect.id } : {};
        return effect.to === 'server'
          ? this.#reachesServer({ ...payload, ...id })
          : this.#reachesClient({ ...payload, ...id });
      }
      case 'replace server':
        this.#process = undefined;
        return;
      case 'stop server': {
        const unanswered = [...(this.#process?.open ?? [])].filter((id) => typeof id === 'number');
        deepEqual([unanswered, this.#process?.asked.size, this.#process?.tasks.size], [[], 0, 0]);
        this.#process = undefined;
        this.#asleep = true;
        return;
      }
      case 'start server':
        ok(this.#asleep, 'only who sleeps is woken');
        this.#asleep = false;
        return;
      case 'end session':
        this.#process = undefined;
        this.#ended = true;
        return;
      case 'await end of turn':
        this.#turns += 1;
        equal(this.#turns, 1);
        return;
      case 'wait':
        this.#waits.push(effect.wait);
        return;
      case 'tell':
        return this.#hears(effect.fact);
      case 'look at tools':
    }
  }

  #hears(fact: SessionFact): void {
    if (fact.fact === 'called') this.#calls.add(fact.call);
    if (fact.fact === 'call ended') ok(this.#calls.delete(fact.call), 'a call ends once');
  }

  #reachesServer(message: object): void {
    const process = this.#process;
    if (process === undefined) throw new Error(`Nobody is there for ${JSON.stringify(message)}.`);
    const envelope = wire(message).envelope;
    const knowsWithdrawn = [...process.told].some(
      (uri) => (this.#standing.get(uri) ?? 'withdrawn') === 'withdrawn',
    );
    if (this.#options.onRevoke === 'restart')
      ok(!knowsWithdrawn, 'nothing reaches who knows what was withdrawn');
    if (envelope.kind === 'notification' && envelope.method === 'notifications/initialized') {
      process.initialised = true;
    }
    if (envelope.kind === 'notification' && envelope.method === 'notifications/roots/list_changed') {
      ok(process.initialised && this.#options.declare, 'a change is announced to who can hear of it');
    }
    if (envelope.kind !== 'request') return;
    ok(
      !this.#isOfDeadTask(envelope.method, { taskId: envelope.subject }),
      'no process is asked for the task of another',
    );
    process.open.add(envelope.id);
    if (envelope.method === 'resources/subscribe' && typeof envelope.id === 'string') {
      const folder = (envelope.subject ?? '').slice(0, -'/x'.length);
      const mayHear = !this.#everTold.has(folder) || this.#standing.get(folder) === 'exposed';
      ok(mayHear, 'no subscription to what was taken away is repeated');
    }
    const isRepeated = typeof envelope.id === 'string' && envelope.method !== 'initialize';
    if (isRepeated)
      ok(this.#hasTakenList(process), 'what is repeated waits for the list without what is gone');
    const request = typeof envelope.id === 'number' ? this.#requests.get(envelope.id) : undefined;
    if (request === undefined || request.method === 'initialize') return;
    ok(!request.dropped, 'nobody gets what its client gave up while it was held');
    request.forwarded += 1;
    deepEqual(
      [request.forwarded, request.answered],
      [1, 0],
      `${request.method} ${request.id} is passed on once`,
    );
    if (request.method === 'ping') return;
    ok(process.initialised, 'no request comes before the handshake');
    ok(this.#hasTakenList(process), 'no request reaches who has not taken the list without what is gone');
    ok(request.id > this.#lastForwarded, 'the order is kept');
    this.#lastForwarded = request.id;
  }

  #hasTakenList(process: Process): boolean {
    return process.gone.size === 0 || JSON.stringify(process.answered) === JSON.stringify(this.#exposed());
  }

  #reachesClient(message: object): void {
    const { envelope } = wire(message);
    if (envelope.kind === 'request')
      return ok(envelope.method !== 'roots/list', 'no client is asked for roots');
    if (envelope.kind !== 'response' || typeof envelope.id !== 'number') return;
    const request = this.#requests.get(envelope.id);
    if (request === undefined) throw new Error(`Nobody asked for ${JSON.stringify(message)}.`);
    request.answered += 1;
    equal(request.answered, 1, `${request.method} ${request.id} is answered once`);
    if (typeof this.#initialize !== 'object' || this.#initialize.sentAs !== request.id) return;
    this.#initialize = envelope.failed ? 'not sent' : 'answered';
  }
}

function wire(message: object) {
  const payload = { jsonrpc: '2.0', ...message };
  const envelope = envelopeOf(payload);
  if (envelope === undefined) throw new Error(`${JSON.stringify(message)} is no message.`);
  return { envelope, payload };
}
