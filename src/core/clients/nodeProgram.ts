/** What could run the shim. */
export interface NodeChoices {
  /** What runs this extension: the editor's own program, or a Node.js of its server. */
  readonly own: string;
  /** Whether that one is Electron, which is Node.js only when it is told so. */
  readonly ownIsElectron: boolean;
  /** The `node` on PATH, if there is one. */
  readonly onPath: string | undefined;
}

/** A version, a commit, or a revision of a package in a path: such a path is gone after the next update. */
const versioned = /[\\/][^\\/]*(\d+\.\d+|[0-9a-f]{40})[^\\/]*[\\/]|[\\/]snap[\\/][^\\/]+[\\/]\d+[\\/]/;

/**
 * Which program a client is told to run the shim with, as an absolute path: a configuration must survive updates, so
 * that a path without a version in it goes first; the `node` of the user before our own.
 */
export function nodeProgram({ own, ownIsElectron, onPath }: NodeChoices): {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const ours = { command: own, env: ownIsElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {} };
  if (onPath === undefined) return ours;
  const users = { command: onPath, env: {} };
  return versioned.test(onPath) && !versioned.test(own) ? ours : users;
}
