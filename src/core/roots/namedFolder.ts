import type { Grantable } from './grantable';

/** A folder that a definition names to its server, or a single file that could be a root. */
export interface NamedFolder {
  readonly name: string;
  readonly path: string;
  /** The key of a grant for it. If undefined, it cannot be granted now. */
  readonly grantable: Grantable | undefined;
  /** Another folder was put in its place: what was granted was not this one (rule 5). */
  readonly moved: boolean;
}
