import { compileGlob, type Glob } from '../glob';
import { manifestNames, membersIn, type ManifestName, type Members } from './members';

/** A directory inside a workspace folder, with the facts on which suggestions depend. */
export interface SeenDirectory {
  /** The names on the way to it from the workspace folder; empty for that folder itself. */
  readonly names: readonly string[];
  readonly git: 'repository' | 'worktree' | 'submodule' | undefined;
  /** The names of those files in it that are relevant for suggestions. */
  readonly files: ReadonlySet<string>;
  /** The texts of the files that can name other directories. */
  readonly manifests: ReadonlyMap<ManifestName, string>;
}

/** A directory that could be shared instead of the whole folder around it. */
export interface Suggestion {
  readonly names: readonly string[];
  /** For example "package of the npm workspace in web". */
  readonly reasons: readonly string[];
}

const gitText = {
  repository: 'repository of its own',
  worktree: 'worktree of a repository',
  submodule: 'submodule of a repository',
} as const;

/** How many globs of one file are used; nobody writes more by hand. */
const mostGlobs = 500;

/**
 * The directories inside a folder that are projects by themselves: repositories, worktrees, submodules, and packages of
 * workspaces. Sorted by path, each once, with all reasons.
 * @param folder the name of the folder
 */
export function suggestionsIn(folder: string, directories: readonly SeenDirectory[]): readonly Suggestion[] {
  const reasons = new Map<SeenDirectory, Set<string>>();
  const add = (directory: SeenDirectory, reason: string) => {
    if (directory.names.length === 0) return;
    reasons.set(directory, (reasons.get(directory) ?? new Set()).add(reason));
  };
  for (const directory of directories) {
    if (directory.git !== undefined) add(directory, gitText[directory.git]);
    const where = directory.names.length === 0 ? folder : directory.names.join('/');
    for (const members of membersOf(directory)) {
      for (const member of below(directory, directories, members)) {
        add(member, `${members.what} in ${where}`);
      }
    }
  }
  return directories
    .flatMap((directory) => {
      const own = reasons.get(directory);
      return own === undefined ? [] : { names: directory.names, reasons: [...own] };
    })
    .toSorted((a, b) => (a.names.join('/') < b.names.join('/') ? -1 : 1));
}

function membersOf({ files, manifests }: SeenDirectory): readonly Members[] {
  const isYarn = files.has('yarn.lock');
  return manifestNames.flatMap((name) => {
    const text = manifests.get(name);
    return (text !== undefined && membersIn(name, text, isYarn)) || [];
  });
}

function below(
  { names }: SeenDirectory,
  directories: readonly SeenDirectory[],
  { include, exclude, marks }: Members,
): readonly SeenDirectory[] {
  const [wanted, unwanted] = [compiled(include), compiled(exclude)];
  return directories.filter((directory) => {
    if (!marks.some((mark) => directory.files.has(mark))) return false;
    const isInside =
      directory.names.length > names.length && names.every((name, i) => name === directory.names[i]);
    if (!isInside) return false;
    const path = directory.names.slice(names.length);
    return wanted.some((glob) => glob(path)) && !unwanted.some((glob) => glob(path));
  });
}

/** Leaves out globs that are not valid, or lead out of their folder. */
function compiled(globs: readonly string[]): readonly Glob[] {
  return globs.slice(0, mostGlobs).flatMap((glob) => {
    const path = glob.replace(/^(?:\.?\/)+/u, '').replace(/\/+$/u, '');
    if (path === '' || path === '.' || path.split('/').includes('..')) return [];
    try {
      // Without a slash, it would match at any depth.
      return compileGlob(`./${path}`);
    } catch {
      return [];
    }
  });
}
