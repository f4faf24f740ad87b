import { messageOf, UserError } from '../errors';

/**
 * The sentences that tell a client outside this window why something is not done. None of them holds a name or a path,
 * since any failure can be about a folder that is not exposed to that client. The user reads the full reason in the
 * view, in the log and in the record.
 */
const sentences = {
  'in a batch': '"initialize" must not be part of a batch.',
  'initialized already': 'This session is initialized already.',
  'malformed answer': 'The server gave a malformed answer, not one result or one error.',
  'unreadable answer': 'The server gave a malformed answer.',
  'too much asked': 'Too many requests of this client wait for their answers.',
  cancelled: 'The server cancelled it.',
  ended: 'The server ended before it answered. Try again.',
  'session over': 'The server does not know its session any more, and a new one is begun. Try again.',
  'not reached': 'The server could not be reached. The view "MCP Roots" in VS Code says why.',
  'sign in': 'The server wants the user to sign in, in the view "MCP Roots" in VS Code.',
  'started again': 'The server was started again before it answered. Try again.',
  'another server': 'The server was started again and is another server now. Start it anew.',
  'has an old list': 'The server has an earlier list of its folders and has not asked for the new one.',
  stopped: 'The server was stopped. The view "MCP Roots" in VS Code says why.',
  failed: 'The server cannot be started. The view "MCP Roots" in VS Code says why.',
  'not open':
    'This client may not open a server of this name. "MCP Roots: Use from Another Client…" in VS Code says which it may.',
  'not open any more': 'This client may not open this server any more.',
  'not ready': 'The server is not ready yet. Try again.',
  'not trusted': 'The workspace that is open in VS Code is not trusted.',
  'not approved':
    'The definition of the server is not approved as it is now. Start the server by hand in VS Code to approve it.',
  'not answered': 'The server needs an answer of the user. Start it by hand in VS Code to give it.',
  'not allowed':
    'The server needs a folder that is not there, or that the user has not allowed. Allow it in the view "MCP Roots" in VS Code.',
  'no folder yet': 'The server waits for its first folder. Allow one in the view "MCP Roots" in VS Code.',
  fault:
    'A fault of MCP Roots ended this connection; its view or its log in VS Code says why. Start this client again.',
  'window not ready': 'VS Code is not ready for other clients. Start this client again.',
  'of another window':
    'This connection was made for a session of an agent that is over, or that another window of VS Code has. Open the session again.',
} as const;

/** All that a client outside this window may know of why something is not done. */
export type OutsideReason = keyof typeof sentences;

/** Why something is not done. */
export interface Why {
  readonly outside: OutsideReason;
  /** The full reason, for the user only: it can contain any name or path. */
  readonly inside: string;
}

declare const mayBeSaid: unique symbol;

/** A sentence that may be sent to the client for which it was made. No other text has this type. */
export type ClientText = string & { readonly [mayBeSaid]: true };

/** Who reads at the client end of a session. The user is shown what this window's own client is told. */
export type Reader = 'the user' | 'another client';

/** The sentence that a client outside this window reads for this reason. */
export function outsideText(reason: OutsideReason): ClientText {
  return sentences[reason] as string as ClientText;
}

/** The text for this reader: the full reason for the user, the fixed sentence for another client. */
export function clientText(reader: Reader, why: Why | OutsideReason): ClientText {
  if (typeof why === 'string') return outsideText(why);
  return reader === 'the user' ? (why.inside as ClientText) : outsideText(why.outside);
}

/** Says why something may not be done now: the message is for the user, `outside` is the reason for other clients. */
export class Refused extends UserError {
  readonly outside: OutsideReason;

  constructor(outside: OutsideReason, inside: string) {
    super(inside);
    this.outside = outside;
  }
}

/** The reason of a thrown error. Other clients learn of an error that is no `Refused` only that something failed. */
export function whyOf(thrown: unknown): Why {
  return { outside: thrown instanceof Refused ? thrown.outside : 'failed', inside: messageOf(thrown) };
}
