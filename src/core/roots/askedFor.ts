import type { Candidate } from './candidate';

/** What a server asks for besides folders, as its definition says; what is left out, it does not ask for. */
export interface AskedBesides {
  readonly files?: true;
  /** The schemes of addresses. */
  readonly schemes?: readonly string[];
}

/** Copies these two fields only. */
export function askedBesides({ files, schemes }: AskedBesides): AskedBesides {
  return { ...(files && { files }), ...(schemes && { schemes }) };
}

/**
 * Is this candidate meant for a server that asks for these things? A folder is for every server. Anything else is only
 * for servers that ask for it: many reject their whole list for one root of another scheme, or take a single file for a
 * folder.
 */
export function isAskedFor(
  { files, schemes }: AskedBesides,
  { origin, availability }: Pick<Candidate, 'origin' | 'availability'>,
): boolean {
  if (origin === 'file') return files === true;
  return availability.kind !== 'address' || schemes?.includes(availability.scheme) === true;
}
