import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { recordOf } from '../recordOf';

/** The folders that a build tool's file names as parts of one project. */
export interface Members {
  /** The kind of part: "package of the npm workspace". */
  readonly what: string;
  /** Globs, relative to the folder of the file. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A folder counts only if it contains one of these files. */
  readonly marks: readonly string[];
}

/** The files that can name other folders. */
export const manifestNames = [
  'package.json',
  'pnpm-workspace.yaml',
  'Cargo.toml',
  'go.work',
  'pom.xml',
] as const;

export type ManifestName = (typeof manifestNames)[number];

/**
 * Reads which folders such a file names.
 * @param isYarn whether a lock file of Yarn is beside it
 * @returns undefined where it names none or cannot be read; no error, because the file is not the user's configuration
 * of this extension
 */
export function membersIn(name: ManifestName, text: string, isYarn: boolean): Members | undefined {
  try {
    const members = read(name, text, isYarn);
    return members.include.length === 0 ? undefined : members;
  } catch {
    return undefined;
  }
}

function read(name: ManifestName, text: string, isYarn: boolean): Members {
  switch (name) {
    case 'package.json': {
      const { workspaces } = recordOf(JSON.parse(text));
      const globs = textsOf(Array.isArray(workspaces) ? workspaces : recordOf(workspaces)['packages']);
      return ofGlobs(isYarn ? 'Yarn' : 'npm', globs, ['package.json']);
    }
    case 'pnpm-workspace.yaml': {
      const globs = textsOf(recordOf(parseYaml(text))['packages']);
      return ofGlobs('pnpm', globs, ['package.json', 'package.yaml', 'package.json5']);
    }
    case 'Cargo.toml': {
      const { members, exclude } = recordOf(recordOf(parseToml(text))['workspace']);
      return { ...ofGlobs('Cargo', textsOf(members), ['Cargo.toml']), exclude: textsOf(exclude) };
    }
    case 'go.work':
      return of('module of the Go workspace', goModules(text).map(literal), ['go.mod']);
    case 'pom.xml':
      return of('module of the Maven project', mavenModules(text).map(literal), ['pom.xml']);
  }
}

function ofGlobs(tool: string, globs: readonly string[], marks: readonly string[]): Members {
  const exclude = globs.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1) : []));
  const include = globs.filter((glob) => !glob.startsWith('!'));
  return { ...of(`package of the ${tool} workspace`, include, marks), exclude };
}

function of(what: string, include: readonly string[], marks: readonly string[]): Members {
  return { what, include, exclude: [], marks };
}

/**
 * The folders of `use ./a` and `use ( ./a ./b )`, in which each is on its own line (https://go.dev/ref/mod#workspaces).
 */
function goModules(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u).map((line) => line.replace(/\/\/.*$/u, '').trim());
  let inBlock = false;
  return lines.flatMap((line) => {
    if (inBlock && line === ')') inBlock = false;
    else if (/^use\s*\($/u.test(line)) inBlock = true;
    else if (inBlock && line !== '') return unquoted(line);
    else if (/^use\s+[^(]/u.test(line)) return unquoted(line.replace(/^use\s+/u, ''));
    return [];
  });
}

/** The text of every `<module>`, also in profiles: a folder, or a `pom.xml` in one. No other XML is needed. */
function mavenModules(text: string): readonly string[] {
  const [first = '', ...others] = text.split('<!--');
  const plain = [first, ...others.map((part) => part.split('-->').slice(1).join('-->'))].join('');
  const found = Array.from(plain.matchAll(/<module>([^<]{1,500})<\/module>/gu), ([, module = '']) =>
    module.trim(),
  );
  return found.map((module) => module.replace(/\/?pom\.xml$/u, ''));
}

function unquoted(text: string): string {
  return text.replace(/^["`](.*)["`]$/u, '$1');
}

/** A path as a glob that matches only this path. */
function literal(path: string): string {
  return path.replaceAll('\\', '/').replace(/[*?[\]{}]/gu, '\\$&');
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
