import type { RequestId } from '../../core/session/envelope';
import type { ServerExit } from '../session/serverExit';
import type { Room } from '../stdio/heldBytes';
import type { EventEars, EventLines } from './eventLines';
import type { Requester } from './requester';

/** One message on its way to a server at a URL. */
export interface Outgoing {
  readonly body: Uint8Array;
  /** The id of a request, which its answer has too; undefined for other messages. */
  readonly request: RequestId | undefined;
  readonly method: string | undefined;
}

/** What a wire needs, and what it reports to. */
export interface WireParts {
  readonly url: URL;
  /** The name of the server's host, for sentences. */
  readonly host: string;
  readonly exchange: Requester;
  /** Aborts every exchange. */
  readonly signal: AbortSignal;
  /** The longest message, in bytes. */
  readonly messageLimit: number;
  /** Counts everything that is held of the server's messages. */
  readonly room: Room;
  /** Takes one message of the server, or a batch. */
  readonly heard: (json: Buffer) => void;
  /** The answer to this request was longer than is accepted. */
  readonly tooLong: (id: RequestId, bytes: number) => void;
  /** Reads a stream of events until it ends; it is paused when the session is. */
  readonly read: (body: ReadableStream<Uint8Array>, ears: EventEars) => EventLines;
  /** Whether this request is still not answered. Resolves once everything that has come is delivered. */
  readonly isOpen: (request: RequestId) => Promise<boolean>;
  /** The session cannot go on over this wire. */
  readonly lost: (exit: ServerExit) => void;
  /** There is no stream by which the server could send requests of its own. */
  readonly cannotAsk: (why: string) => void;
  readonly log: (line: string) => void;
}

/** Sends messages to a server at a URL, by one of MCP's two HTTP transports. */
export interface Wire {
  /**
   * Sends one message. Resolves when the server has accepted it; for a request, when its answer has come.
   * @throws {HttpFailure}
   */
  send(message: Outgoing): Promise<void>;
  /** Tells the server that the session ends, before the signal is aborted. Never rejects. */
  close(): Promise<void>;
  /** The protocol version in the server's answer to `initialize`. */
  protocolVersion: string | undefined;
}
