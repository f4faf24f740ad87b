import { codeOf, isUserError, messageOf, UserError } from '../../core/errors';

const full = 'The disk is full or its quota is used up. Free some space, then try again.';
const denied = 'Access was denied. Make it readable and writable for your account, then try again.';
const inTheWay = 'Something else is in its place. Move that away, then try again.';
const tooMany = 'Too many files are open. Close some programs, then try again.';

const remedies: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EFBIG', full],
  ['EACCES', denied],
  ['EPERM', denied],
  ['EROFS', 'The disk is read-only. Make it writable, then try again.'],
  ['ENOTDIR', inTheWay],
  ['EISDIR', inTheWay],
  ['EEXIST', inTheWay],
  ['EMFILE', tooMany],
  ['ENFILE', tooMany],
]);

/** Why the disk refused, and what the user can do about it, in one or two sentences. */
export function remedyFor(cause: unknown): string {
  if (isUserError(cause)) return cause.message;
  const known = remedies.get(codeOf(cause) ?? '');
  return known ?? `The system says: ${messageOf(cause)}. Check that disk, then try again.`;
}

/**
 * Wraps a failure of the disk as a `UserError`: what could not be done, why, and the remedy.
 * A `UserError` is handed back as it is.
 */
export function diskError(what: string, cause: unknown): UserError {
  if (isUserError(cause)) return cause;
  return new UserError(`${what}. ${remedyFor(cause)}`, { cause });
}
