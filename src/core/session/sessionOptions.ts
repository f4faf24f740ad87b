import type { ServerList } from './changingLists';
import type { JsonRpcMessage } from './envelope';
import type { Reader } from './outsideText';
import type { GateTimes } from './requestGate';

/** What is known of a session when it begins. */
export interface SessionOptions<P> {
  /** The server's name, for the sentences that the user reads. */
  readonly server: string;
  /** Whether this server is told of roots at all. */
  readonly declare: boolean;
  /** What a running process that knows a withdrawn folder gets: an end, or `list_changed`. */
  readonly onRevoke: 'restart' | 'notify';
  /** Who is at the client end; left out: another client, which reads fixed sentences only. */
  readonly reader?: Reader;
  /** Puts a message of our own into the form in which messages are carried. */
  readonly encode: (message: JsonRpcMessage) => P;
  /** Reads out of an `initialize` answer what must not change under a client: version, capabilities, server. */
  readonly identity: (payload: P) => string;
  /** Reads out of an `initialize` answer of which lists the server announces changes; left out: of none. */
  readonly changingLists?: (payload: P) => readonly ServerList[];
  readonly times?: GateTimes;
}
