import type { Transcript } from './transcript';

/** What the client under test is told: it is the context of the run. */
export interface Context {
  /** Is the client to declare roots at all? */
  readonly declare: boolean;
  /** The list of root URIs at the start, and each that takes its place, in order. */
  readonly steps: readonly (readonly string[])[];
  /** Is the client to meet with a fault of its own while it makes its first answer? */
  readonly fault?: 'first answer';
}

/** Folders that exist, by what their names hold. */
interface Folders {
  readonly plain: string;
  readonly other: string;
  readonly odd: string;
}

/** When the server of a scenario asks for roots. */
type Asking = 'when initialised' | 'before initialised' | 'in a batch' | 'a hundred times';

/** One situation that a client with roots comes into, and what must hold in it. */
export interface Scenario {
  readonly name: string;
  /** The rule that it proves, as a sentence. */
  readonly says: string;
  readonly protocolVersion: '2025-03-26' | '2025-11-25';
  readonly asking: Asking;
  /** Does the list of each further step differ from the one before? */
  readonly changes: boolean;
  readonly context: (folders: Folders) => Context;
  /** One sentence for each rule that was broken. */
  readonly judge: (seen: Transcript, context: Context) => readonly string[];
}
