/** A session as its agent reports it. A report never grants anything, and is not merged with our own record. */
export interface ListedSession {
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  /** Absolute, in order; undefined where the agent does not report further folders. */
  readonly additional: readonly string[] | undefined;
  /** Fit to be shown. */
  readonly title: string | undefined;
  readonly updatedAt: string | undefined;
}

/** `[cwd, ...additional]` of a session that an agent reports. */
export function reportedFolders({ cwd, additional = [] }: ListedSession): readonly string[] {
  return [...new Set([cwd, ...additional])];
}
