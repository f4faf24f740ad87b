import type { Exposure } from '../../core/consent/exposure';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/ports';
import { envelopeOf } from '../../core/session/envelope';
import { answerTooLong, notCarried } from '../../core/session/ownMessages';
import type { RootsSession } from '../../core/session/rootsSession';
import type { SessionEffect, SessionFact, SessionInput } from '../../core/session/sessionEffect';
import type { ClientEnd } from './clientEnd';
import type { ServerEnd } from './serverEnd';

/** What a session asks of whoever started it. */
export interface CarrierDuties {
  /** End the process, start another one and `connect` it. */
  replaceServer(why: string): void;
  endSession(why: string): void;
  tell(fact: SessionFact): void;
}

/** Carries a `RootsSession` between two ends: parsed messages in, effects out, one after another. */
export class SessionCarrier implements Disposable {
  readonly #session: RootsSession<object>;
  readonly #client: ClientEnd;
  readonly #clock: Clock;
  readonly #duties: CarrierDuties;
  readonly #lifetime = new Lifetime();
  readonly #connection = this.#lifetime.add(new Slot<Lifetime>());
  readonly #inputs: SessionInput<object>[] = [];
  #server: ServerEnd | undefined;
  #busy = false;

  constructor(session: RootsSession<object>, client: ClientEnd, clock: Clock, duties: CarrierDuties) {
    this.#session = session;
    this.#client = client;
    this.#clock = clock;
    this.#duties = duties;
  }

  /**
   * A message of the client, parsed. A batch is taken apart before anything is judged; `initialize` must not be part
   * of one (MCP 2025-03-26, basic/lifecycle). What is no message is dropped.
   */
  fromClient(message: unknown): void {
    if (!Array.isArray(message)) return this.#from('client', message);
    for (const each of message) {
      const envelope = envelopeOf(each);
      if (envelope?.kind === 'request' && envelope.method === 'initialize') {
        this.#client.receive(notCarried(envelope.id, '"initialize" must not be part of a batch.'));
      } else this.#from('client', each);
    }
  }

  /** Puts a server end under the session. @param told the URIs that its launch has told it */
  connect(server: ServerEnd, told: readonly string[]): void {
    const connection = new Lifetime();
    this.#connection.value = connection;
    this.#server = server;
    connection.add(server.onMessage((message) => this.#from('server', message)));
    connection.add(
      server.onTooLong(({ id, bytes }) => {
        if (id !== undefined) this.#from('server', answerTooLong(id, bytes));
      }),
    );
    this.#take({ kind: 'server connected', told });
  }

  /** The server end is lost; its client's open requests are answered with the reason. */
  disconnect(why: string): void {
    this.#forgetServer();
    this.#take({ kind: 'server gone', why });
  }

  expose(exposure: Exposure): void {
    this.#take({ kind: 'exposure changed', exposure });
  }

  /** Ends the session for its client: every open request is answered with the reason. */
  close(why: string): void {
    this.#take({ kind: 'close', why });
    this.dispose();
  }

  dispose(): void {
    this.#forgetServer();
    if (!this.#lifetime.ended) this.#client.closed();
    this.#lifetime.dispose();
  }

  #from(side: 'client' | 'server', payload: unknown): void {
    const envelope = envelopeOf(payload);
    if (envelope === undefined || typeof payload !== 'object' || payload === null) return;
    this.#take({ kind: `from ${side}`, message: { envelope, payload } });
  }

  /** An effect can cause the next input while others are still due: it waits for its turn. */
  #take(input: SessionInput<object>): void {
    this.#inputs.push(input);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        for (const effect of this.#session.handle(next, this.#clock.now())) this.#carryOut(effect);
      }
    } finally {
      this.#busy = false;
    }
  }

  #carryOut(effect: SessionEffect<object>): void {
    switch (effect.do) {
      case 'pass':
        return this.#send(effect.to, 'id' in effect ? { ...effect.payload, id: effect.id } : effect.payload);
      case 'initialize':
        return this.#send('server', withRoots(effect.payload, effect.id, effect.roots));
      case 'send':
        return this.#send(effect.to, effect.message);
      case 'replace server':
        this.#forgetServer();
        return this.#duties.replaceServer(effect.why);
      case 'end session':
        return this.#duties.endSession(effect.why);
      case 'await end of turn':
        return this.#clock.soon(() => this.#take({ kind: 'end of turn' }));
      case 'wait':
        this.#lifetime.add(
          this.#clock.after(effect.milliseconds, () => this.#take({ kind: 'time is up', wait: effect.wait })),
        );
        return;
      case 'tell':
        return this.#duties.tell(effect.fact);
    }
  }

  #send(to: 'client' | 'server', message: object): void {
    if (to === 'client') this.#client.receive(message);
    else void this.#server?.send(message);
  }

  #forgetServer(): void {
    this.#server = undefined;
    this.#connection.value = undefined;
  }
}

/** The client's `initialize` with exactly this roots capability, whatever it said itself. */
function withRoots(payload: object, id: string | number, roots: object | undefined): object {
  const params = 'params' in payload && isRecord(payload.params) ? payload.params : {};
  const { roots: _, ...others } = isRecord(params['capabilities']) ? params['capabilities'] : {};
  return { ...payload, id, params: { ...params, capabilities: { ...others, ...(roots && { roots }) } } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
