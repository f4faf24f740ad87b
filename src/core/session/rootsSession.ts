import type { ServerList } from './changingLists';
import { ClientWords } from './clientWords';
import type { Envelope, Message, RequestId } from './envelope';
import { Handshake } from './handshake';
import { InFlight } from './inFlight';
import { TaskTracker } from './taskTracker';
import { RequestGate, usualGateTimes } from './requestGate';
import type { Why } from './outsideText';
import { listChanged, pong, tooManyOpen } from './ownMessages';
import { DisclosedRoots } from './disclosedRoots';
import { RootsProtocol, type Next } from './rootsProtocol';
import type { SessionOptions } from './sessionOptions';
import { Effects, type SessionEffect, type SessionInput } from './sessionEffect';
import type { SyncState } from './syncState';
import { callEndOf, toolCallOf } from './toolCalls';

/** `asleep`: there is no server, and none is started before the client end asks for something. */
type Phase = 'no server' | 'asleep' | 'fresh' | 'initializing' | 'answered' | 'initializing again' | 'ready';

/**
 * One conversation between a client end and a server end, and the only place that decides what the server may hear
 * of roots. Deterministic: the same inputs in the same order give the same effects. It does no I/O and has no clock.
 *
 * Promises: the server is told of no root that is not in the exposure; every `roots/list` is answered at once and
 * once; no request reaches a process that was told of a folder withdrawn since (rules 3 and 7).
 */
export class RootsSession<P> {
  readonly #options: SessionOptions<P>;
  readonly #handshake = new Handshake<P>();
  readonly #inFlight = new InFlight();
  readonly #gate = new RequestGate<P>();
  readonly #knowledge = new DisclosedRoots();
  readonly #tasks = new TaskTracker();
  readonly #effects = new Effects<P>();
  /** Writes to the client end what it may read. */
  readonly words: ClientWords<P>;
  readonly #protocol: RootsProtocol<P>;
  #phase: Phase = 'no server';
  #changingLists: readonly ServerList[] = [];
  #repeats = 0;
  /** Must the client's requests that hold for every process still be repeated to the present one? */
  #owesRepeats = false;
  #closed = false;

  constructor(options: SessionOptions<P>) {
    this.#options = options;
    this.words = new ClientWords(this.#effects, options.reader);
    const { server, declare, onRevoke, encode, times = usualGateTimes } = options;
    this.#protocol = new RootsProtocol({
      server,
      declare,
      onRevoke,
      encode,
      times,
      gate: this.#gate,
      knowledge: this.#knowledge,
      effects: this.#effects,
    });
  }

  /** How well the present process knows the present list. */
  get sync(): SyncState {
    return this.#options.declare ? this.#knowledge.sync : { kind: 'undeclared' };
  }

  /** The URIs that the present process knows of, by its launch or by an answer. */
  get told(): ReadonlySet<string> {
    return this.#knowledge.told;
  }

  /** About how many bytes of requests wait here for a server that may get them. */
  get heldSize(): number {
    return this.#gate.size;
  }

  /** Is nothing open (requests, tasks, subscriptions), so that the process could end and another take its place? */
  get isIdle(): boolean {
    const isQuiet = this.#phase === 'ready' && this.#gate.state.kind === 'open' && this.#inFlight.isEmpty;
    return isQuiet && !this.#tasks.any && !this.#handshake.hasSubscriptions;
  }

  /**
   * Takes one input and says what has to be done, in order.
   * @param at milliseconds since the epoch
   */
  handle(input: SessionInput<P>, at: number): readonly SessionEffect<P>[] {
    if (!this.#closed) this.#take(input, at);
    return this.#effects.take();
  }

  #take(input: SessionInput<P>, at: number): void {
    switch (input.kind) {
      case 'from client':
        return this.#fromClient(input.message);
      case 'from server':
        return this.#fromServer(input.message, at);
      case 'exposure changed':
        return this.#follow(this.#protocol.change(input.exposure, at, this.#hasServer));
      case 'server connected':
        return this.#serverConnected(input.told);
      case 'server gone':
        // The end of a process that was put to sleep is no news.
        return this.#phase === 'asleep' ? undefined : this.#dropServer(input.why);
      case 'sleep':
        return this.#sleep();
      case 'replace':
        return this.#replace(input.why);
      case 'end of turn':
        return this.#protocol.announce(this.#phase === 'ready');
      case 'time is up':
        return this.#follow(this.#protocol.timeIsUp(input.wait));
      case 'close':
        return this.#close(input.why);
    }
  }

  // --- from the client end

  #fromClient(message: Message<P>): void {
    const { envelope, payload } = message;
    switch (envelope.kind) {
      case 'request':
        return this.#clientAsks(message, envelope.id, envelope.method);
      case 'notification':
        return this.#clientNotifies(message, envelope.method, envelope.subject);
      case 'response': {
        const id = this.#inFlight.clientAnswers(envelope.id, envelope.task !== undefined);
        if (id !== undefined) this.#effects.add({ do: 'pass', to: 'server', payload, id });
      }
    }
  }

  #clientAsks(message: Message<P>, id: RequestId, method: string): void {
    const { state } = this.#gate;
    if (method === 'initialize') return this.#clientInitializes(message, id);
    if (method === 'ping' && !this.#hasServer) return this.#effects.send('client', pong(id));
    if (this.#isOfGoneTask(message)) return;
    if (state.kind === 'open' || method === 'ping') return this.#passRequest(message);
    if (state.kind === 'closed') return this.words.fail(id, state.why);
    this.#gate.hold(message);
    this.#effects.tell({ fact: 'held', method });
    if (this.#phase !== 'asleep') return;
    this.#phase = 'no server';
    this.#effects.add({ do: 'start server' });
  }

  /** Answers a request about a task that has ended. @returns whether it was such a request */
  #isOfGoneTask({ envelope }: Message<P>): boolean {
    const gone = this.#tasks.fateOfAsked(envelope);
    if (gone === undefined || envelope.kind !== 'request') return false;
    this.words.taskIsGone(envelope.id, gone);
    return true;
  }

  #clientInitializes(message: Message<P>, id: RequestId): void {
    if (this.#handshake.initialize !== undefined) {
      return this.words.fail(id, 'initialized already');
    }
    this.#handshake.observe(message);
    if (this.#phase === 'fresh') this.#initialize();
  }

  #clientNotifies(message: Message<P>, method: string, subject: RequestId | undefined): void {
    const { payload } = message;
    switch (method) {
      case 'notifications/roots/list_changed':
        return;
      case 'notifications/cancelled':
        if (subject !== undefined && this.#gate.drop(subject)) return;
        if (subject !== undefined) this.#effects.endCall(this.#inFlight.takeCall(subject), 'cancelled');
        break;
      case 'notifications/progress':
        return this.#clientProgresses(payload, subject);
      case 'notifications/initialized':
        this.#handshake.observe(message);
        if (this.#phase !== 'answered') return;
        this.#effects.add({ do: 'pass', to: 'server', payload });
        return this.#ready();
      default:
    }
    if (this.#phase === 'ready') this.#effects.add({ do: 'pass', to: 'server', payload });
  }

  #clientProgresses(payload: P, rewritten: RequestId | undefined): void {
    const progressToken = rewritten === undefined ? undefined : this.#inFlight.progressToken(rewritten);
    if (this.#phase !== 'ready' || progressToken === undefined) return;
    this.#effects.add({ do: 'pass', to: 'server', payload, progressToken });
  }

  #passRequest(message: Message<P>): void {
    const { envelope, payload } = message;
    if (envelope.kind !== 'request') return;
    if (!this.#inFlight.takesClientRequests) return this.words.fail(envelope.id, 'too much asked');
    this.#handshake.observe(message);
    const call = toolCallOf(envelope);
    this.#effects.endCall(this.#inFlight.clientAsks(envelope.id, envelope.method, call), 'failed');
    this.#effects.add({ do: 'pass', to: 'server', payload });
    if (call !== undefined) this.#effects.tell({ fact: 'called', call });
  }

  // --- from the server end

  #fromServer({ envelope, payload }: Message<P>, at: number): void {
    if (!this.#hasServer) return;
    switch (envelope.kind) {
      case 'response':
        return this.#serverAnswers(payload, envelope);
      case 'notification':
        if (envelope.method === 'notifications/cancelled') return this.#serverCancels(envelope.subject);
        return this.#effects.add({ do: 'pass', to: 'client', payload });
      case 'request': {
        if (envelope.method === 'roots/list') return this.#protocol.answer(envelope.id, at);
        if (!this.#inFlight.takesServerRequests)
          return this.#effects.send('server', tooManyOpen(envelope.id));
        const { progressToken: token } = envelope;
        const id = this.#inFlight.serverAsks(envelope.id, token);
        this.#effects.add({
          do: 'pass',
          to: 'client',
          payload,
          id,
          ...(token !== undefined && { progressToken: id }),
        });
      }
    }
  }

  #serverAnswers(payload: P, answer: Extract<Envelope, { kind: 'response' }>): void {
    const { id, failed, task } = answer;
    if (this.#phase === 'initializing again' && id === this.#repeatId) {
      const same = !failed && this.#options.identity(payload) === this.#handshake.identity;
      return same ? this.#readyAgain() : this.#endAsAnother();
    }
    const asked = this.#inFlight.serverAnswers(id);
    if (asked === undefined) return;
    if (asked.method === 'initialize') this.#firstAnswered(payload, failed);
    if (task !== undefined) this.#tasks.announce(task);
    if (asked.method === 'tools/list' && !failed) this.#effects.add({ do: 'look at tools', payload });
    this.#effects.add({ do: 'pass', to: 'client', payload });
    this.#effects.endCall(asked.call, callEndOf(answer));
  }

  #firstAnswered(payload: P, failed: boolean): void {
    if (failed) {
      this.#handshake.refuse();
      this.#phase = 'fresh';
      return;
    }
    this.#handshake.identity = this.#options.identity(payload);
    this.#changingLists = this.#options.changingLists?.(payload) ?? [];
    this.#phase = 'answered';
  }

  #serverCancels(original: RequestId | undefined): void {
    const id = original === undefined ? undefined : this.#inFlight.serverCancels(original);
    if (id !== undefined) this.words.cancel(id, 'cancelled');
  }

  // --- the life of the server end

  #serverConnected(told: readonly string[]): void {
    this.#phase = 'fresh';
    const next = this.#protocol.started(told);
    if (next.next === 'replace') return this.#replace(next.why);
    if (this.#handshake.initialize !== undefined) this.#initialize();
  }

  #initialize(): void {
    const initialize = this.#handshake.initialize;
    if (initialize === undefined) return;
    const roots = this.#options.declare ? ({ listChanged: true } as const) : undefined;
    const { payload } = initialize;
    if (this.#handshake.identity === undefined) {
      this.#phase = 'initializing';
      this.#inFlight.clientAsks(initialize.id, 'initialize');
      return this.#effects.add({ do: 'initialize', payload, id: initialize.id, roots });
    }
    this.#phase = 'initializing again';
    this.#repeats += 1;
    this.#effects.add({ do: 'initialize', payload, id: this.#repeatId, roots });
  }

  /** The id under which the client's `initialize` is repeated to the present process. */
  get #repeatId(): string {
    return `mcp-roots-repeat-${this.#repeats}`;
  }

  #readyAgain(): void {
    const { initialized } = this.#handshake;
    this.#phase = 'answered';
    this.#owesRepeats = true;
    if (initialized === undefined) return;
    this.#effects.add({ do: 'pass', to: 'server', payload: initialized });
    this.#ready();
    // What a server lists can depend on what it was told or has learnt, so the lists of the new process can differ.
    for (const list of this.#changingLists) this.#effects.send('client', listChanged(list));
  }

  #ready(): void {
    this.#phase = 'ready';
    this.#effects.tell({ fact: 'ready' });
    this.#follow(this.#protocol.ready());
  }

  #follow(next: Next): void {
    switch (next.next) {
      case 'nothing':
        return;
      case 'open':
        return this.#open();
      case 'refuse':
        return this.#refuseHeld(next.why);
      case 'replace':
        return this.#replace(next.why);
    }
  }

  #open(): void {
    this.#gate.state = { kind: 'open' };
    this.#repeatRequests();
    const held = this.#gate.takeAll();
    // The task that a held request is about may have ended meanwhile.
    for (const message of held) if (!this.#isOfGoneTask(message)) this.#passRequest(message);
    if (held.length > 0) this.#effects.tell({ fact: 'released', count: held.length });
  }

  /** Repeats requests to a new process, just before those that were held: what is exposed by then decides. */
  #repeatRequests(): void {
    if (!this.#owesRepeats) return;
    this.#owesRepeats = false;
    // A subscription could name to the successor a folder that was taken from its predecessor.
    const requests = this.#handshake.requests((uri) => this.#knowledge.mayHear(uri));
    requests.forEach((payload, i) =>
      this.#effects.add({ do: 'pass', to: 'server', payload, id: `${this.#repeatId}-${i}` }),
    );
  }

  get #hasServer(): boolean {
    return this.#phase !== 'no server' && this.#phase !== 'asleep';
  }

  #sleep(): void {
    if (!this.isIdle) return;
    this.#dropServer({ outside: 'stopped', inside: `"${this.#options.server}" was idle.` });
    this.#phase = 'asleep';
    this.#effects.tell({ fact: 'asleep' });
    this.#effects.add({ do: 'stop server' });
  }

  #replace(why: string): void {
    if (!this.#hasServer) return;
    const inside = `"${this.#options.server}" was started again: ${why}.`;
    this.#dropServer({ outside: 'started again', inside });
    this.#effects.tell({ fact: 'replaced', why });
    this.#effects.add({ do: 'replace server', why });
  }

  #dropServer(why: Why): void {
    this.#phase = 'no server';
    this.#owesRepeats = false;
    this.#gate.state = { kind: 'until a server is ready' };
    this.#knowledge.startAnew([]);
    this.#tasks.endAll(this.words.textOf(why));
    for (const { id, method, call } of this.#inFlight.takeClientRequests()) {
      this.#effects.endCall(call, 'failed');
      // A client's own first `initialize` is sent to the successor instead.
      if (method !== 'initialize') this.words.fail(id, why);
    }
    for (const id of this.#inFlight.takeServerRequests()) this.words.cancel(id, why);
  }

  #refuseHeld(why: Why): void {
    const held = this.#gate.takeAll();
    for (const { envelope } of held) {
      if (envelope.kind === 'request') this.words.fail(envelope.id, why);
    }
    if (held.length > 0) this.#effects.tell({ fact: 'refused', why: why.inside });
  }

  #endAsAnother(): void {
    const inside = `"${this.#options.server}" was started again and is another server now. Start it anew.`;
    this.#close({ outside: 'another server', inside });
    this.#effects.add({ do: 'end session', why: inside });
  }

  #close(why: Why): void {
    const initialize = this.#handshake.initialize;
    if (initialize !== undefined && this.#handshake.identity === undefined) {
      this.words.fail(initialize.id, why);
    }
    this.#dropServer(why);
    this.#refuseHeld(why);
    this.#closed = true;
  }
}
