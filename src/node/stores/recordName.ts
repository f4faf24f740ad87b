import { randomBytes } from 'node:crypto';

/** The name of a record's file: its subject, its place in the order of records about that, and a random part. */
export interface RecordName {
  readonly subject: string;
  /** From 1 on; a later decision has a higher one. */
  readonly sequence: number;
  readonly file: string;
}

const pattern = /^([0-9a-f]{32})-(\d{12})-([0-9a-f]{16})\.json$/;

export const highestSequence = 999_999_999_999;

/** A name that no other window gives at the same moment, so that no record ever overwrites another. */
export function newRecordName(subject: string, sequence: number): RecordName {
  const place = String(sequence).padStart(12, '0');
  return { subject, sequence, file: `${subject}-${place}-${randomBytes(8).toString('hex')}.json` };
}

/** Reads a file's name back; nothing when it is not of this form. */
export function parseRecordName(file: string): RecordName | undefined {
  const [, subject, place] = pattern.exec(file) ?? [];
  return subject === undefined || place === undefined
    ? undefined
    : { subject, sequence: Number(place), file };
}

/** The chance part of a record's file name. */
export function chanceOf(file: string): string {
  return pattern.exec(file)?.[3] ?? '';
}
