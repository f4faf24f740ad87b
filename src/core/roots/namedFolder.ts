import type { RealPath } from './realPath';

/** A folder that a definition names to its server. Without a real path it cannot be granted now. */
export interface NamedFolder {
  readonly name: string;
  readonly path: string;
  readonly realPath: RealPath | undefined;
  /** Another folder was put in its place: what was granted was not this one (rule 5). */
  readonly moved: boolean;
}
