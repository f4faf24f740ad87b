import { constants, type Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { manifestNames, type ManifestName } from '../../core/suggest/members';
import type { SeenDirectory } from '../../core/suggest/suggestions';
import { inParallel } from '../stores/inParallel';

/** How far is looked. */
export interface LookBounds {
  /** Directories below the folder. */
  readonly depth: number;
  readonly directories: number;
  readonly milliseconds: number;
}

export const usualLookBounds: LookBounds = { depth: 8, directories: 20_000, milliseconds: 10_000 };

/** What was found, and whether there may be more. */
export interface Looked {
  readonly directories: readonly SeenDirectory[];
  readonly isWhole: boolean;
}

const lookedAtATime = 8;

/** Bytes. */
const longestManifest = 256 * 1024;

const marks: ReadonlySet<string> = new Set([
  ...manifestNames,
  'package.yaml',
  'package.json5',
  'yarn.lock',
  'go.mod',
]);

/** What lies in these was put there by a tool. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', 'bower_components', '__pycache__', 'venv']);

/**
 * Looks through a folder for what could be shared by itself, level by level. Follows no link, leaves out hidden
 * directories and what tools put there, and ends early at its bounds or when it is cancelled.
 * @param top an absolute path
 */
export async function lookForFolders(
  top: string,
  signal: AbortSignal,
  bounds: LookBounds = usualLookBounds,
): Promise<Looked> {
  const until = performance.now() + bounds.milliseconds;
  const directories: SeenDirectory[] = [];
  let level: readonly (readonly string[])[] = [[]];
  let isWhole = true;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: (readonly string[])[] = [];
    await inParallel(level, lookedAtATime, async (names) => {
      if (signal.aborted || performance.now() > until || directories.length >= bounds.directories) {
        isWhole = false;
        return;
      }
      const { seen, inside } = await look(top, names);
      directories.push(seen);
      next.push(...inside.map((name) => [...names, name]));
    });
    if (depth >= bounds.depth && next.length > 0) return { directories, isWhole: false };
    level = next;
  }
  return { directories, isWhole };
}

async function look(
  top: string,
  names: readonly string[],
): Promise<{ readonly seen: SeenDirectory; readonly inside: readonly string[] }> {
  const directory = path.join(top, ...names);
  const entries = await readdir(directory, { withFileTypes: true }).catch((): readonly Dirent[] => []);
  const files = new Set(
    entries.flatMap((entry) => (entry.isFile() && marks.has(entry.name) ? entry.name : [])),
  );
  const manifests = new Map<ManifestName, string>();
  for (const name of manifestNames) {
    const text = files.has(name) ? await smallText(path.join(directory, name)) : undefined;
    if (text !== undefined) manifests.set(name, text);
  }
  const git = entries.find(({ name }) => name === '.git');
  const seen = { names, files, manifests, git: git && (await gitKind(directory, git)) };
  return { seen, inside: entries.filter((entry) => isLookedInto(entry, files)).map(({ name }) => name) };
}

/** Of a link the type is "link", wherever it leads. */
function isLookedInto(entry: Dirent, beside: ReadonlySet<string>): boolean {
  const { name } = entry;
  if (!entry.isDirectory() || name.startsWith('.') || passedOver.has(name)) return false;
  if (name === 'target') return !beside.has('Cargo.toml') && !beside.has('pom.xml');
  return name !== 'vendor' || !beside.has('go.mod');
}

/** Of worktrees and submodules it is a file that says where the rest lies (gitrepository-layout). */
async function gitKind(directory: string, git: Dirent): Promise<SeenDirectory['git']> {
  if (git.isDirectory()) return 'repository';
  if (!git.isFile()) return undefined;
  const text = (await smallText(path.join(directory, '.git'))) ?? '';
  const [, place] = /^gitdir: (.+)$/mu.exec(text) ?? [];
  if (place === undefined) return undefined;
  if (/[\\/]worktrees[\\/][^\\/]+[\\/]?$/u.test(place)) return 'worktree';
  return /[\\/]modules[\\/]/u.test(place) ? 'submodule' : 'repository';
}

/** @returns undefined for what is no regular file, too long or not to be read */
async function smallText(file: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch(() => undefined);
  try {
    const stat = await handle?.stat();
    return stat?.isFile() === true && stat.size <= longestManifest
      ? await handle?.readFile('utf8')
      : undefined;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}
