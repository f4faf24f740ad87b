import type { Exposure } from '../../core/consent/exposure';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import { messageOf } from '../../core/errors';
import type { Envelope } from '../../core/session/envelope';
import { answerTooLong, notCarried } from '../../core/session/ownMessages';
import type { Why } from '../../core/session/outsideText';
import type { RootsSession } from '../../core/session/rootsSession';
import type { SessionEffect, SessionFact, SessionInput } from '../../core/session/sessionEffect';
import type { ClientEnd } from './clientEnd';
import type { Codec } from './codec';
import { Backpressure } from './backpressure';
import type { ServerEnd } from './serverEnd';

type Side = 'client' | 'server';

/** When more bytes than this of a client's requests are held, no more are read from it. */
const mostHeld = 16 * 1024 * 1024;

/** What a session asks of whoever started it. */
export interface DriverDuties {
  /** End the process, start another one and `connect` it. */
  replaceServer(why: string): void;
  /** End the process: it is idle, and its session goes on without it. */
  stopServer(): void;
  /** Start a process for a session that slept, and `connect` it. */
  startServer(): void;
  endSession(why: Why): void;
  tell(fact: SessionFact): void;
  /** @param answer to `tools/list`, parsed: hostile */
  lookAtTools(answer: unknown): void;
  /** Looks at the disk before an answer or a call: undefined while what is known is fresh, else resolves once it is. */
  lookAtFolders?(): Promise<void> | undefined;
}

/** Carries a `RootsSession` between two ends: messages in, effects out, one after another. */
export class SessionDriver<P> implements Disposable {
  readonly #session: RootsSession<P>;
  readonly #codec: Codec<P>;
  readonly #client: ClientEnd<P>;
  readonly #clock: Clock;
  readonly #duties: DriverDuties;
  readonly #flow: Backpressure;
  readonly #lifetime = new Lifetime();
  readonly #connection = this.#lifetime.add(new Slot<Lifetime>());
  readonly #inputs: SessionInput<P>[] = [];
  /** Messages of each side that wait behind an earlier one, for which the disk is being looked at. */
  readonly #waiting = new Map<Side, P[]>();
  #server: ServerEnd<P> | undefined;
  #busy = false;

  constructor(
    session: RootsSession<P>,
    codec: Codec<P>,
    client: ClientEnd<P>,
    clock: Clock,
    duties: DriverDuties,
  ) {
    this.#session = session;
    this.#codec = codec;
    this.#client = client;
    this.#flow = new Backpressure(client);
    this.#clock = clock;
    this.#duties = duties;
  }

  /** Takes one message of the client; a batch has to be taken apart before. Drops what is no message. */
  fromClient(message: P): void {
    this.#from('client', message);
  }

  /** Connects a server end to the session. @param told the URIs that its launch has told it */
  connect(server: ServerEnd<P>, told: readonly string[]): void {
    const connection = new Lifetime();
    this.#connection.value = connection;
    this.#server = server;
    this.#flow.server = server;
    connection.add(server.onMessage((message) => this.#from('server', message)));
    connection.add(
      server.onTooLong(({ id, bytes }) => {
        if (id !== undefined) this.#from('server', this.#codec.of(answerTooLong(id, bytes)));
      }),
    );
    const unanswered = server.onUnanswered?.(({ id, why }) => {
      const text = this.#session.words.textOf({ outside: 'not reached', inside: why });
      this.#from('server', this.#codec.of(notCarried(id, text)));
    });
    if (unanswered !== undefined) connection.add(unanswered);
    this.#take({ kind: 'server connected', told });
  }

  /** The server end is lost; its client's open requests are answered with the reason. */
  disconnect(why: Why): void {
    this.#forgetServer();
    this.#take({ kind: 'server gone', why });
  }

  expose(exposure: Exposure): void {
    this.#take({ kind: 'exposure changed', exposure });
  }

  /** Ends the process if it is idle; the client's next request starts another, and the client notices nothing. */
  sleep(): void {
    this.#take({ kind: 'sleep' });
  }

  /** Puts another process in place of this one. @param why for the user */
  replace(why: string): void {
    this.#take({ kind: 'replace', why });
  }

  /** Ends the session for its client: every open request is answered with the reason. */
  close(why: Why): void {
    this.#take({ kind: 'close', why });
    this.dispose();
  }

  dispose(): void {
    this.#forgetServer();
    this.#waiting.clear();
    if (!this.#lifetime.ended) this.#client.closed();
    this.#lifetime.dispose();
  }

  #from(side: Side, payload: P): void {
    const envelope = this.#codec.envelopeOf(payload);
    if (envelope === undefined) return;
    const waiting = this.#waiting.get(side);
    if (waiting !== undefined) return void waiting.push(payload);
    const looking = hangsOnFolders(side, envelope) ? this.#duties.lookAtFolders?.() : undefined;
    if (looking === undefined) this.#pass(side, payload, envelope);
    else
      void this.#passAfter(looking, side, payload, envelope).catch((error: unknown) => this.#failed(error));
  }

  /** Passes a message on after a look at the disk; what the same side says meanwhile waits behind it. */
  async #passAfter(looking: Promise<void>, side: Side, payload: P, envelope: Envelope): Promise<void> {
    const waiting: P[] = [];
    this.#waiting.set(side, waiting);
    this.#flow.holdUp(side, looking);
    await looking;
    // The session may have ended, or another server may have taken the place of this one.
    if (this.#waiting.get(side) !== waiting) return;
    this.#waiting.delete(side);
    this.#pass(side, payload, envelope);
    for (const each of waiting) this.#from(side, each);
  }

  /** Whoever said it is not there any more to hear of it: a session that may be in any state ends. */
  #failed(error: unknown): void {
    const inside = `A message could not be dealt with: ${messageOf(error)}`;
    this.#duties.endSession({ outside: 'fault', inside });
  }

  #pass(side: Side, payload: P, envelope: Envelope): void {
    const size = this.#codec.size(payload);
    this.#take({
      kind: `from ${side}`,
      message: { envelope, payload, ...(size !== undefined && { size }) },
    });
  }

  /** An effect can cause the next input while others are still due: it waits for its turn. */
  #take(input: SessionInput<P>): void {
    this.#inputs.push(input);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        for (const effect of this.#session.handle(next, this.#clock.now())) this.#carryOut(effect);
      }
      this.#flow.hold('too much waits here', this.#session.heldSize > mostHeld);
    } finally {
      this.#busy = false;
    }
  }

  #carryOut(effect: SessionEffect<P>): void {
    switch (effect.do) {
      case 'pass':
        return this.#send(effect.to, this.#rewritten(effect));
      case 'initialize':
        return this.#send('server', this.#codec.withRoots(effect.payload, effect.id, effect.roots));
      case 'send':
        return this.#send(effect.to, this.#codec.of(effect.message));
      case 'replace server':
        this.#forgetServer();
        return this.#duties.replaceServer(effect.why);
      case 'stop server':
        this.#forgetServer();
        return this.#duties.stopServer();
      case 'start server':
        return this.#duties.startServer();
      case 'end session':
        return this.#duties.endSession({ outside: 'another server', inside: effect.why });
      case 'await end of turn':
        return this.#clock.soon(() => this.#take({ kind: 'end of turn' }));
      case 'wait':
        this.#lifetime.add(
          this.#clock.after(effect.milliseconds, () => this.#take({ kind: 'time is up', wait: effect.wait })),
        );
        return;
      case 'tell':
        return this.#duties.tell(effect.fact);
      case 'look at tools':
        return this.#duties.lookAtTools(this.#codec.parsed(effect.payload));
    }
  }

  #rewritten({ payload, id, progressToken }: Extract<SessionEffect<P>, { do: 'pass' }>): P {
    const named = id === undefined ? payload : this.#codec.withId(payload, id);
    return progressToken === undefined ? named : this.#codec.withProgressToken(named, progressToken);
  }

  #send(to: Side, message: P): void {
    if (to === 'client') this.#flow.clientTook(this.#client.receive(message));
    else this.#flow.serverTook(this.#server?.send(message));
  }

  #forgetServer(): void {
    this.#waiting.delete('server');
    this.#server = undefined;
    this.#flow.server = undefined;
    this.#connection.value = undefined;
  }
}

/** Is it a request that is answered with folders, or that may use them? */
function hangsOnFolders(side: Side, envelope: Envelope): boolean {
  if (envelope.kind !== 'request') return false;
  return side === 'server' ? envelope.method === 'roots/list' : !withoutFolders.has(envelope.method);
}

const withoutFolders: ReadonlySet<string> = new Set(['initialize', 'ping']);
