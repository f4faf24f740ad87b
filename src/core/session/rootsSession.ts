import type { Message, RequestId } from './envelope';
import { Handshake } from './handshake';
import { InFlight } from './inFlight';
import { RequestGate, usualGateTimes, type GateTimes } from './requestGate';
import { cancelled, notCarried, pong, rootsAnswer, rootsListChanged, rootsNotSupported } from './ownMessages';
import { RootsKnowledge, type Narrowing } from './rootsKnowledge';
import { Effects, type SessionEffect, type SessionInput } from './sessionEffect';
import type { SyncState } from './syncState';

/** What is known of a session when it begins. */
export interface SessionOptions<P> {
  /** The server's name, for the sentences that its client reads. */
  readonly server: string;
  /** Whether this server is told of roots at all. */
  readonly declare: boolean;
  /** What a running process that knows a withdrawn folder gets: an end, or `list_changed`. */
  readonly onRevoke: 'restart' | 'notify';
  /** Reads out of an `initialize` answer what must not change under a client: version, capabilities, server. */
  readonly identity: (payload: P) => string;
  readonly times?: GateTimes;
}

type Phase = 'no server' | 'fresh' | 'initializing' | 'answered' | 'initializing again' | 'ready';

/**
 * One conversation between a client end and a server end, and the only place that decides what the server may hear
 * of roots. Deterministic: the same inputs in the same order give the same effects. It does no I/O and has no clock.
 *
 * Promises: the server is told of no root that is not in the exposure; every `roots/list` is answered at once and
 * once; no request reaches a process that was told of a folder withdrawn since (design rules 3 and 7).
 */
export class RootsSession<P> {
  readonly #options: SessionOptions<P>;
  readonly #times: GateTimes;
  readonly #handshake = new Handshake<P>();
  readonly #inFlight = new InFlight();
  readonly #gate = new RequestGate<P>();
  readonly #knowledge = new RootsKnowledge();
  readonly #effects = new Effects<P>();
  #phase: Phase = 'no server';
  #usesRoots = false;
  #repeats = 0;
  #awaitsEndOfTurn = false;
  #closed = false;

  constructor(options: SessionOptions<P>) {
    this.#options = options;
    this.#times = options.times ?? usualGateTimes;
  }

  /** How well the present process knows the present list. */
  get sync(): SyncState {
    return this.#options.declare ? this.#knowledge.sync : { kind: 'undeclared' };
  }

  /** The URIs that the present process knows of, by its launch or by an answer. */
  get told(): ReadonlySet<string> {
    return this.#knowledge.told;
  }

  /** How many bytes of requests wait here for a server that may have them. */
  get heldSize(): number {
    return this.#gate.size;
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
        return this.#narrowed(this.#knowledge.change(input.exposure, at));
      case 'server connected':
        return this.#serverConnected(input.told);
      case 'server gone':
        return this.#dropServer(input.why);
      case 'replace':
        return this.#replace(input.why);
      case 'end of turn':
        return this.#announce();
      case 'time is up':
        return this.#timeIsUp(input.wait);
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
        const id = this.#inFlight.clientAnswers(envelope.id);
        if (id !== undefined) this.#effects.add({ do: 'pass', to: 'server', payload, id });
      }
    }
  }

  #clientAsks(message: Message<P>, id: RequestId, method: string): void {
    const { state } = this.#gate;
    if (method === 'initialize') return this.#clientInitializes(message, id);
    if (method === 'ping' && this.#phase === 'no server') return this.#effects.send('client', pong(id));
    if (state.kind === 'open' || method === 'ping') return this.#passRequest(message);
    if (state.kind === 'closed') return this.#effects.send('client', notCarried(id, state.why));
    this.#gate.hold(message);
    this.#effects.tell({ fact: 'held', method });
  }

  #clientInitializes(message: Message<P>, id: RequestId): void {
    if (this.#handshake.initialize !== undefined) {
      return this.#effects.send('client', notCarried(id, 'This session is initialized already.'));
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
        break;
      case 'notifications/initialized':
        this.#handshake.observe(message);
        if (this.#phase !== 'answered') return;
        this.#effects.add({ do: 'pass', to: 'server', payload });
        return this.#ready();
      default:
    }
    if (this.#phase === 'ready') this.#effects.add({ do: 'pass', to: 'server', payload });
  }

  #passRequest(message: Message<P>): void {
    const { envelope, payload } = message;
    if (envelope.kind !== 'request') return;
    this.#handshake.observe(message);
    this.#inFlight.clientAsks(envelope.id, envelope.method);
    this.#effects.add({ do: 'pass', to: 'server', payload });
    if (envelope.method !== 'tools/call' || envelope.subject === undefined) return;
    this.#effects.tell({ fact: 'called', tool: envelope.subject });
  }

  // --- from the server end

  #fromServer({ envelope, payload }: Message<P>, at: number): void {
    if (this.#phase === 'no server') return;
    switch (envelope.kind) {
      case 'response':
        return this.#serverAnswers(payload, envelope.id, envelope.failed);
      case 'notification':
        if (envelope.method === 'notifications/cancelled') return this.#serverCancels(envelope.subject);
        return this.#effects.add({ do: 'pass', to: 'client', payload });
      case 'request': {
        if (envelope.method === 'roots/list') return this.#answerRoots(envelope.id, at);
        const id = this.#inFlight.serverAsks(envelope.id);
        this.#effects.add({ do: 'pass', to: 'client', payload, id });
      }
    }
  }

  #serverAnswers(payload: P, id: RequestId, failed: boolean): void {
    if (this.#phase === 'initializing again' && id === this.#repeatId) {
      const same = !failed && this.#options.identity(payload) === this.#handshake.identity;
      return same ? this.#readyAgain() : this.#endAsAnother();
    }
    const asked = this.#inFlight.serverAnswers(id);
    if (asked === undefined) return;
    if (asked.method === 'initialize') this.#firstAnswered(payload, failed);
    if (asked.method === 'tools/list' && !failed) this.#effects.add({ do: 'look at tools', payload });
    this.#effects.add({ do: 'pass', to: 'client', payload });
  }

  #firstAnswered(payload: P, failed: boolean): void {
    if (failed) {
      this.#handshake.refuse();
      this.#phase = 'fresh';
      return;
    }
    this.#handshake.identity = this.#options.identity(payload);
    this.#phase = 'answered';
  }

  #serverCancels(original: RequestId | undefined): void {
    const id = original === undefined ? undefined : this.#inFlight.rewrittenId(original);
    if (id !== undefined) this.#effects.send('client', cancelled(id, 'The server cancelled it.'));
  }

  #answerRoots(id: RequestId, at: number): void {
    this.#effects.tell({ fact: 'asked' });
    if (!this.#options.declare) {
      this.#effects.send('server', rootsNotSupported(id));
      return this.#effects.tell({ fact: 'refused', why: 'roots are not declared to it' });
    }
    const { roots } = this.#knowledge;
    this.#usesRoots = true;
    this.#knowledge.answer(at);
    this.#effects.send('server', rootsAnswer(id, roots));
    this.#effects.tell({ fact: 'answered', roots });
    if (this.#options.onRevoke === 'notify') this.#knowledge.forgetLost();
    const { kind } = this.#gate.state;
    if (kind === 'until it asks' || kind === 'until it asks again' || kind === 'closed') {
      this.#gate.state = { kind: 'until it settled', wait: this.#effects.wait(this.#times.settle) };
    }
  }

  // --- the exposure

  #narrowed(narrowing: Narrowing): void {
    if (this.#knowledge.isNews) this.#announceSoon();
    if (this.#phase === 'no server') return;
    const restarts = this.#options.onRevoke === 'restart';
    switch (narrowing) {
      case 'none':
        return this.#openIfNothingIsLost();
      case 'withdrawn':
        return restarts ? this.#replace('a folder that it knew was withdrawn') : this.#holdUntilItAsksAgain();
      case 'emptied':
        // Real servers keep their old roots when the list becomes empty (server-filesystem 2026.8.31).
        return restarts
          ? this.#replace('the last folder that it knew is gone')
          : this.#holdUntilItAsksAgain();
      case 'left':
        return this.#holdUntilItAsksAgain();
    }
  }

  #holdUntilItAsksAgain(): void {
    const { kind } = this.#gate.state;
    // Before it is ready nothing passes anyhow, and then it is judged anew.
    if (kind === 'until a server is ready' || kind === 'until it asks again' || kind === 'closed') return;
    if (!this.#knowledge.mustAskAgain) return;
    this.#gate.state = { kind: 'until it asks again', wait: this.#effects.wait(this.#times.askAgain) };
  }

  /** Every folder that the process knows is exposed again: there is nothing left for which it should ask anew. */
  #openIfNothingIsLost(): void {
    const { kind } = this.#gate.state;
    if (kind !== 'until it asks again' && kind !== 'closed') return;
    if (!this.#knowledge.mustAskAgain) this.#open();
  }

  #announceSoon(): void {
    if (this.#awaitsEndOfTurn) return;
    this.#awaitsEndOfTurn = true;
    this.#effects.add({ do: 'await end of turn' });
  }

  #announce(): void {
    this.#awaitsEndOfTurn = false;
    if (this.#phase !== 'ready' || !this.#options.declare || !this.#knowledge.isNews) return;
    this.#knowledge.announce();
    this.#effects.send('server', rootsListChanged);
    this.#effects.tell({ fact: 'announced' });
  }

  // --- the life of the server end

  #serverConnected(told: readonly string[]): void {
    this.#knowledge.startAnew(told);
    this.#phase = 'fresh';
    if (this.#knowledge.knowsWithdrawn)
      return this.#replace('a folder that it was started with was withdrawn');
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
    // A subscription would tell the successor of a folder that was taken from its predecessor.
    const { initialized, requests } = this.#handshake.afterwards((uri) => this.#knowledge.mayHear(uri));
    this.#phase = 'answered';
    if (initialized === undefined) return;
    this.#effects.add({ do: 'pass', to: 'server', payload: initialized });
    requests.forEach((payload, i) =>
      this.#effects.add({ do: 'pass', to: 'server', payload, id: `${this.#repeatId}-${i}` }),
    );
    this.#ready();
  }

  #ready(): void {
    this.#phase = 'ready';
    this.#effects.tell({ fact: 'ready' });
    this.#knowledge.assumeFresh();
    if (this.#knowledge.isNews) this.#announceSoon();
    if (this.#knowledge.mustAskAgain) {
      this.#gate.state = { kind: 'until it asks again', wait: this.#effects.wait(this.#times.askAgain) };
      return;
    }
    if (!this.#usesRoots || this.#knowledge.hasAsked) return this.#open();
    this.#gate.state = { kind: 'until it asks', wait: this.#effects.wait(this.#times.firstAsk) };
  }

  #open(): void {
    this.#gate.state = { kind: 'open' };
    const held = this.#gate.takeAll();
    for (const message of held) this.#passRequest(message);
    if (held.length > 0) this.#effects.tell({ fact: 'released', count: held.length });
  }

  #timeIsUp(wait: number): void {
    if (!this.#gate.awaits(wait)) return;
    if (this.#gate.state.kind !== 'until it asks again') return this.#open();
    if (this.#options.onRevoke === 'restart') return this.#replace('it did not ask for its new list in time');
    const why = `"${this.#options.server}" knows a folder that is gone and has not asked for its new list.`;
    this.#gate.state = { kind: 'closed', why };
    this.#refuseHeld(why);
  }

  #replace(why: string): void {
    if (this.#phase === 'no server') return;
    this.#dropServer(`"${this.#options.server}" was started again: ${why}.`);
    this.#effects.tell({ fact: 'replaced', why });
    this.#effects.add({ do: 'replace server', why });
  }

  #dropServer(why: string): void {
    this.#phase = 'no server';
    this.#gate.state = { kind: 'until a server is ready' };
    this.#knowledge.startAnew([]);
    for (const { id, method } of this.#inFlight.takeClientRequests()) {
      // A client's own first `initialize` is put to the successor instead.
      if (method !== 'initialize') this.#effects.send('client', notCarried(id, why));
    }
    for (const id of this.#inFlight.takeServerRequests()) this.#effects.send('client', cancelled(id, why));
  }

  #refuseHeld(why: string): void {
    const held = this.#gate.takeAll();
    for (const { envelope } of held) {
      if (envelope.kind === 'request') this.#effects.send('client', notCarried(envelope.id, why));
    }
    if (held.length > 0) this.#effects.tell({ fact: 'refused', why });
  }

  #endAsAnother(): void {
    const why = `"${this.#options.server}" was started again and is another server now. Start it anew.`;
    this.#close(why);
    this.#effects.add({ do: 'end session', why });
  }

  #close(why: string): void {
    const initialize = this.#handshake.initialize;
    if (initialize !== undefined && this.#handshake.identity === undefined) {
      this.#effects.send('client', notCarried(initialize.id, why));
    }
    this.#dropServer(why);
    this.#refuseHeld(why);
    this.#closed = true;
  }
}
