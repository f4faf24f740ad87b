import { compileGlob, type Glob } from '../glob';
import { manifestNames, membersIn, type ManifestName, type Members } from './members';

/** A directory inside a workspace folder, as far as a suggestion can depend on it. */
export interface SeenDirectory {
  /** The names that lead to it from the workspace folder; none for that folder itself. */
  readonly names: readonly string[];
  readonly git: 'repository' | 'worktree' | 'submodule' | undefined;
  /** The names of the files in it that say anything of projects. */
  readonly files: ReadonlySet<string>;
  /** The texts of those that can name other directories. */
  readonly manifests: ReadonlyMap<ManifestName, string>;
}

/** A directory that could be shared in place of all that lies around it. */
export interface Suggestion {
  readonly names: readonly string[];
  /** "package of the npm workspace in web" */
  readonly reasons: readonly string[];
}

const gitText = {
  repository: 'repository of its own',
  worktree: 'worktree of a repository',
  submodule: 'submodule of a repository',
} as const;

/** Globs of one file that are looked at: nobody writes more by hand. */
const mostGlobs = 500;

/**
 * Which directories inside a folder are something by themselves: repositories, worktrees, submodules, and the packages
 * of workspaces. In the order of their paths, each once, with every reason.
 * @param folder what the folder is called
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

/** One that cannot be used, or leads out of its folder, means nothing. */
function compiled(globs: readonly string[]): readonly Glob[] {
  return globs.slice(0, mostGlobs).flatMap((glob) => {
    const path = glob.replace(/^(?:\.?\/)+/u, '').replace(/\/+$/u, '');
    if (path === '' || path === '.' || path.split('/').includes('..')) return [];
    try {
      // Without a slash it would be looked for at any depth.
      return compileGlob(`./${path}`);
    } catch {
      return [];
    }
  });
}
