/**
 * A failure that someone can do something about: the message says what happened, to which server or folder,
 * and what to do. Everything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/**
 * Whether this is a `UserError`, also one of the other build: the entry has a copy of the class of its own beside that of
 * what it loads later, whose errors end in its commands, so that the name decides and not `instanceof`.
 */
export function isUserError(thrown: unknown): thrown is UserError {
  return thrown instanceof Error && thrown.name === 'UserError';
}

/** The text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The system's code (`ENOENT`, `EACCES`, …) of a thrown error, if it has one. */
export function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
