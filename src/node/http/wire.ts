import type { RequestId } from '../../core/session/envelope';
import type { ServerExit } from '../session/serverExit';
import type { Room } from '../stdio/heldBytes';
import type { EventEars, EventLines } from './eventLines';
import type { Requester } from './requester';

/** One message on its way to a server at an address. */
export interface Outgoing {
  readonly body: Uint8Array;
  /** Of a request: under what its answer comes. */
  readonly request: RequestId | undefined;
  readonly method: string | undefined;
}

/** What a wire works with, and whom it tells. */
export interface WireParts {
  readonly url: URL;
  /** Names where the server is, in sentences. */
  readonly host: string;
  readonly exchange: Requester;
  /** Ends every exchange. */
  readonly signal: AbortSignal;
  /** The longest message, in bytes. */
  readonly messageLimit: number;
  /** Against what everything counts that is held of the server's messages. */
  readonly room: Room;
  /** Takes one message of the server, or a batch. */
  readonly heard: (json: Buffer) => void;
  /** A request was answered with more than is taken. */
  readonly tooLong: (id: RequestId, bytes: number) => void;
  /** Reads a stream of events until it ends; the pauses of the session hold it up too. */
  readonly read: (body: ReadableStream<Uint8Array>, ears: EventEars) => EventLines;
  /** Does somebody still wait for the answer to this? Resolves once all that has come is delivered. */
  readonly isOpen: (request: RequestId) => Promise<boolean>;
  /** The session can go on over this wire no more. */
  readonly lost: (exit: ServerExit) => void;
  /** There is no way by which the server could ask something on its own. */
  readonly cannotAsk: (why: string) => void;
  readonly log: (line: string) => void;
}

/** The way of messages to a server at an address, by one of MCP's two HTTP transports. */
export interface Wire {
  /**
   * Sends one message; resolves when it was taken and, if it is a request, when its answer was heard.
   * @throws {HttpFailure}
   */
  send(message: Outgoing): Promise<void>;
  /** Takes leave of the server; the signal is still to be given. Never rejects. */
  close(): Promise<void>;
  /** What the server said of the protocol when it was initialised. */
  protocolVersion: string | undefined;
}
