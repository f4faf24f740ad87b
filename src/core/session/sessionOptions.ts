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
  /** What happens to a running process that knows a withdrawn folder: it is ended, or is sent `list_changed`. */
  readonly onRevoke: 'restart' | 'notify';
  /** Who is at the client end; left out: another client, which reads fixed sentences only. */
  readonly reader?: Reader;
  /** Puts a message of our own into the form in which messages are carried. */
  readonly encode: (message: JsonRpcMessage) => P;
  /** Reads from an `initialize` answer what must stay the same for a client: version, capabilities, server. */
  readonly identity: (payload: P) => string;
  /** Reads from an `initialize` answer the lists whose changes the server announces; left out: none. */
  readonly changingLists?: (payload: P) => readonly ServerList[];
  readonly times?: GateTimes;
}
