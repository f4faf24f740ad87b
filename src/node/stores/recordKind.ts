import type * as z from 'zod/mini';
import type { Fields } from './signature';

/** One kind of record: what it says, how that is written, and which of several holds. */
export interface RecordKind<T extends About, About> {
  /** The folder of its own, below the storage. A head is kept of some of them (`headedKinds`). */
  readonly folder: string;
  /** For sentences: "3 decisions could not be saved". */
  readonly noun: string;
  /** Reads the fields of a record that `fieldsOf` gave, here or in an earlier version; others are passed over. */
  readonly schema: z.ZodMiniType<T>;
  fieldsOf(value: T): Fields;
  /** Names the subject of a record: a later record about the same subject replaces it. */
  subjectOf(about: About): readonly string[];
  /** Of two records made at the same moment the more cautious one holds; above 0 for what takes something away. */
  caution(value: T): number;
  /** When it was said, in milliseconds since the epoch. */
  madeAt(value: T): number;
}
