import type { CallEnds } from './callEnds';
import type { CallEnd } from '../session/toolCalls';
import type { Duration, Fingerprint, Verdict } from '../consent/decision';

/** What happened between a server and this extension, as far as it tells who knows what, and who allowed it. */
export type DisclosureEvent =
  /** `told`: every folder, by URI, that arguments, environment and working directory carried. */
  | {
      readonly event: 'spawned';
      readonly pid: number;
      readonly cwd: string;
      readonly told: readonly string[];
    }
  /** `told`: every folder, by URI, that address and headers carry with every message. */
  | { readonly event: 'connected'; readonly address: string; readonly told: readonly string[] }
  /** `protocol` is left out for MCP. */
  | {
      readonly event: 'initialised';
      readonly protocol?: 'ACP';
      readonly protocolVersion: string;
      readonly serverInfo: string;
    }
  /** Sent to an agent: the folders of a session, by URI, in order; also if the agent then refuses. */
  | { readonly event: 'session'; readonly by: SessionRequest; readonly uris: readonly string[] }
  | { readonly event: 'asked' }
  | { readonly event: 'answered'; readonly uris: readonly string[] }
  | { readonly event: 'list_changed' }
  /** Folders, by URI, that a server at an address was told of and may not see any more: it keeps what it knows. */
  | { readonly event: 'not untold'; readonly uris: readonly string[] }
  | { readonly event: 'held'; readonly method: string }
  | { readonly event: 'released'; readonly count: number }
  | { readonly event: 'replaced'; readonly why: string }
  | { readonly event: 'refused'; readonly why: string }
  /**
   * A call of a tool, by its name; nothing of its arguments. `call` numbers the call in its session until it has ended,
   * and is not kept; `ends` says how it ended, and is kept.
   */
  | {
      readonly event: 'called';
      readonly tool: string;
      readonly call?: number;
      readonly ends?: CallEnds;
    }
  /** The call with this number has ended after `took` milliseconds: this joins its entry. Nothing of its answer. */
  | {
      readonly event: 'call ended';
      readonly tool: string;
      readonly call: number;
      readonly how: CallEnd;
      readonly took: number;
    }
  /** The server was given the answer of a language model; nothing of request and answer is kept. */
  | {
      readonly event: 'sampled';
      readonly model: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
    }
  | { readonly event: 'sampling refused'; readonly why: string }
  /** The user was asked by a form, or to open an address; nothing of question and answer is kept. */
  | {
      readonly event: 'elicited';
      readonly how: 'form' | 'address';
      readonly outcome: 'accept' | 'decline' | 'cancel';
    }
  | { readonly event: 'failed'; readonly why: string }
  | { readonly event: 'exited'; readonly how: string }
  /** A decision of the user; `folder` is its real path, or an address. */
  | {
      readonly event: 'decided';
      readonly folder: string;
      readonly verdict: Verdict;
      readonly duration: Duration;
    }
  | { readonly event: 'withdrawn'; readonly folder: string }
  /** The user approved the definition that has this fingerprint. */
  | { readonly event: 'approved' }
  | { readonly event: 'approval taken back' };

/** The request by which an agent learns of folders. */
export type SessionRequest = (typeof sessionRequests)[number];

export const sessionRequests = [
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  'session/list',
] as const;

/** The start of a server end: where it is, and what its launch has told it. */
export type StartEvent = Extract<DisclosureEvent, { event: 'spawned' | 'connected' }>;

/** Who is at the client end: this window's own client, or another one by the name that the user knows it by. */
export type Who = 'this window' | { readonly client: string };

/** One fact in the record: this server was told this, at this time, by this way. */
export interface Disclosure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Empty where no configured server has the fingerprint. */
  readonly serverId: string;
  readonly server: string;
  readonly fingerprint: Fingerprint;
  /** The client whose session it is, or for which the user decided. */
  readonly who: Who;
  /** One conversation; a server that is started again by the user begins another one. Undefined for the user's word. */
  readonly session: string | undefined;
  readonly what: DisclosureEvent;
}

/** The URIs of the folders that a server learns of by this event. */
export function toldBy(what: DisclosureEvent): readonly string[] {
  switch (what.event) {
    case 'spawned':
    case 'connected':
      return what.told;
    case 'answered':
    case 'session':
      return what.uris;
    case 'initialised':
    case 'asked':
    case 'list_changed':
    case 'not untold':
    case 'held':
    case 'released':
    case 'replaced':
    case 'refused':
    case 'called':
    case 'call ended':
    case 'sampled':
    case 'sampling refused':
    case 'elicited':
    case 'failed':
    case 'exited':
    case 'decided':
    case 'withdrawn':
    case 'approved':
    case 'approval taken back':
      return [];
  }
}
