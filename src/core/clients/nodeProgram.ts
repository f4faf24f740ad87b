/** Programs that could run the shim. */
export interface NodeChoices {
  /** The program that runs this extension: the editor's own, or a Node.js of its server. */
  readonly own: string;
  /** Whether that one is Electron, which is Node.js only with a variable in its environment. */
  readonly ownIsElectron: boolean;
  /** The `node` on PATH, if there is one. */
  readonly onPath: string | undefined;
}

/** Matches a path with a version, a commit, or a package revision in it: it will not exist after the next update. */
const versioned = /[\\/][^\\/]*(\d+\.\d+|[0-9a-f]{40})[^\\/]*[\\/]|[\\/]snap[\\/][^\\/]+[\\/]\d+[\\/]/;

/**
 * The program, as an absolute path, with which a client runs the shim: the user's `node`; our own where there is none,
 * or where only the user's path contains a version, so that it would not survive updates.
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
