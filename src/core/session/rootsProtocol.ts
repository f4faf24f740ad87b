import type { Exposure, ListedRoot } from '../consent/exposure';
import { decideSession, type SessionFacts } from '../running/runPolicy';
import type { JsonRpcMessage, RequestId } from './envelope';
import { messageOf } from '../errors';
import { internalFault, rootsAnswer, rootsListChanged, rootsNotSupported } from './ownMessages';
import type { Why } from './outsideText';
import type { GateTimes, RequestGate } from './requestGate';
import type { DisclosedRoots } from './disclosedRoots';
import type { Effects } from './sessionEffect';

/** What the session has to do after a change or after the end of a wait. */
export type Next =
  | { readonly next: 'nothing' }
  /** The requests that are held may go to the server. */
  | { readonly next: 'open' }
  /** The held requests, and all later ones, are refused until the process asks for its list. */
  | { readonly next: 'refuse'; readonly why: Why }
  /** The held requests can only go to another process: this one has to be replaced. */
  | { readonly next: 'replace'; readonly why: string };

/** The server, its options, and the parts of the session that the protocol works on. */
interface ProtocolParts<P> {
  readonly server: string;
  readonly declare: boolean;
  readonly onRevoke: 'restart' | 'notify';
  readonly encode: (message: JsonRpcMessage) => P;
  readonly times: GateTimes;
  readonly gate: RequestGate<P>;
  readonly knowledge: DisclosedRoots;
  readonly effects: Effects<P>;
}

const nothing: Next = { next: 'nothing' };

/** What a server is told of roots, and when requests have to wait because of what it knows (rules 3 and 7). */
export class RootsProtocol<P> {
  readonly #is: ProtocolParts<P>;
  #usesRoots = false;
  #awaitsEndOfTurn = false;

  constructor(parts: ProtocolParts<P>) {
    this.#is = parts;
  }

  /**
   * Answers `roots/list`, at once. The answer is made before anything counts as told: if making it fails, the server
   * gets one internal error, and counts as knowing what it knew before.
   */
  answer(id: RequestId, at: number): void {
    const { declare, onRevoke, knowledge, gate, effects, times } = this.#is;
    effects.tell({ fact: 'asked' });
    if (!declare) {
      effects.send('server', rootsNotSupported(id));
      return effects.tell({ fact: 'refused', why: 'roots are not declared to it' });
    }
    this.#usesRoots = true;
    const answer = this.#made(id);
    if ('fault' in answer) {
      knowledge.fail(at);
      effects.send('server', internalFault(id));
      return effects.tell({ fact: 'refused', why: `internal error: ${answer.fault}` });
    }
    knowledge.answer(at);
    effects.add({ do: 'pass', to: 'server', payload: answer.payload });
    effects.tell({ fact: 'answered', roots: answer.roots });
    if (onRevoke === 'notify') knowledge.forgetLost();
    const { kind } = gate.state;
    if (kind === 'until it asks' || kind === 'until it asks again' || kind === 'closed') {
      gate.state = { kind: 'until it settled', wait: effects.wait(times.settle) };
    }
  }

  #made(
    id: RequestId,
  ): { readonly payload: P; readonly roots: readonly ListedRoot[] } | { readonly fault: string } {
    const { knowledge, encode } = this.#is;
    try {
      const { roots } = knowledge;
      return { payload: encode(rootsAnswer(id, roots)), roots };
    } catch (error) {
      return { fault: messageOf(error) };
    }
  }

  /** Takes a new exposure. @param hasServer whether there is a process that may know folders */
  change(exposure: Exposure, at: number, hasServer: boolean): Next {
    const narrowing = this.#is.knowledge.change(exposure, at);
    if (this.#is.knowledge.isNews) this.#announceSoon();
    return hasServer ? this.#decide({ narrowing }) : nothing;
  }

  /** To be called at the end of a turn: tells a ready server that its list has changed, if it has. */
  announce(isReady: boolean): void {
    const { declare, knowledge, effects } = this.#is;
    this.#awaitsEndOfTurn = false;
    if (!isReady || !declare || !knowledge.isNews) return;
    knowledge.announce();
    effects.send('server', rootsListChanged);
    effects.tell({ fact: 'announced' });
  }

  /** A process has started, which its launch may have told of folders. */
  started(told: readonly string[]): Next {
    const { knowledge } = this.#is;
    knowledge.startAnew(told);
    return knowledge.knowsWithdrawn ? this.#decide({ launch: 'withdrawn' }) : nothing;
  }

  /** The server is initialised. */
  ready(): Next {
    const { knowledge, gate, effects, times } = this.#is;
    knowledge.assumeFresh();
    if (knowledge.isNews) this.#announceSoon();
    if (knowledge.mustAskAgain) {
      gate.state = { kind: 'until it asks again', wait: effects.wait(times.askAgain) };
      return nothing;
    }
    if (!this.#usesRoots || knowledge.hasAsked) return { next: 'open' };
    gate.state = { kind: 'until it asks', wait: effects.wait(times.firstAsk) };
    return nothing;
  }

  /** A wait is over. The end of a wait that the gate is no longer in means nothing. */
  timeIsUp(wait: number): Next {
    const { server, onRevoke, gate } = this.#is;
    if (!gate.awaits(wait)) return nothing;
    if (gate.state.kind !== 'until it asks again') return { next: 'open' };
    const decision = decideSession(onRevoke, { asked: 'not in time' });
    if (decision.do === 'replace') return { next: 'replace', why: decision.why };
    const inside = `"${server}" knows a folder that is gone and has not asked for its new list.`;
    const why: Why = { outside: 'has an old list', inside };
    gate.state = { kind: 'closed', why };
    return { next: 'refuse', why };
  }

  #decide(facts: SessionFacts): Next {
    const decision = decideSession(this.#is.onRevoke, facts);
    switch (decision.do) {
      case 'keep':
        return this.#openIfNothingIsLost();
      case 'notify':
        return this.#holdUntilItAsksAgain();
      case 'replace':
        return { next: 'replace', why: decision.why };
    }
  }

  #holdUntilItAsksAgain(): Next {
    const { gate, knowledge, effects, times } = this.#is;
    const { kind } = gate.state;
    // Before the server is ready nothing passes anyhow, and `ready` decides anew.
    if (kind === 'until a server is ready' || kind === 'until it asks again' || kind === 'closed')
      return nothing;
    if (!knowledge.mustAskAgain) return nothing;
    gate.state = { kind: 'until it asks again', wait: effects.wait(times.askAgain) };
    return nothing;
  }

  /** Opens the gate if there is no folder left because of which the process has to ask again. */
  #openIfNothingIsLost(): Next {
    const { kind } = this.#is.gate.state;
    if (kind !== 'until it asks again' && kind !== 'closed') return nothing;
    return this.#is.knowledge.mustAskAgain ? nothing : { next: 'open' };
  }

  #announceSoon(): void {
    if (this.#awaitsEndOfTurn) return;
    this.#awaitsEndOfTurn = true;
    this.#is.effects.add({ do: 'await end of turn' });
  }
}
