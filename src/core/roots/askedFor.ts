import type { Candidate } from './candidate';

/** What a server asks for besides folders, as its definition says; what is left out, it does not ask for. */
export interface AskedBesides {
  readonly files?: true;
  /** The schemes of addresses. */
  readonly schemes?: readonly string[];
}

/** Only that of something which says more. */
export function askedBesides({ files, schemes }: AskedBesides): AskedBesides {
  return { ...(files && { files }), ...(schemes && { schemes }) };
}

/**
 * Is this for a server that asks for no more than this one? A folder is for each; many reject their whole list for one
 * root of another scheme, or take a single file for a folder.
 */
export function isAskedFor(
  { files, schemes }: AskedBesides,
  { origin, availability }: Pick<Candidate, 'origin' | 'availability'>,
): boolean {
  if (origin === 'file') return files === true;
  return availability.kind !== 'address' || schemes?.includes(availability.scheme) === true;
}
