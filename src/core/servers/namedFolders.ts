import type { PlatformPath } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Candidate } from '../roots/candidate';
import type { RealPath } from '../roots/realPath';

/** A folder that a definition names to its server. Without a real path it cannot be granted now. */
export interface NamedFolder {
  readonly name: string;
  readonly path: string;
  readonly realPath: RealPath | undefined;
}

/**
 * The folders that a definition names: candidates in any of its texts, and its own working directory, which needs a
 * grant wherever it lies (design rules 2 and 8).
 */
export function namedFolders(
  texts: readonly string[],
  cwd: { readonly path: string; readonly realPath: RealPath } | undefined,
  candidates: readonly Candidate[],
  path: PlatformPath,
): readonly NamedFolder[] {
  const named = namedCandidates(texts, candidates, path).map((candidate): NamedFolder => {
    const { availability } = candidate;
    const realPath = 'realPath' in availability ? availability.realPath : undefined;
    return { name: candidate.name, path: candidate.path ?? candidate.uri, realPath };
  });
  if (
    cwd === undefined ||
    named.some(({ realPath }) => realPath !== undefined && within(cwd.realPath, realPath, path))
  ) {
    return named;
  }
  return [...named, { name: path.basename(cwd.path), path: cwd.path, realPath: cwd.realPath }];
}

function within(inner: string, outer: string, path: PlatformPath): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}

/**
 * The candidates that these texts name. Any way of naming a folder to a server tells it of that folder, so it needs
 * the same grant as a root (design rule 2). Where one candidate lies in another, the narrower one is meant.
 */
function namedCandidates(
  texts: readonly string[],
  candidates: readonly Candidate[],
  path: PlatformPath,
): readonly Candidate[] {
  const spellings = candidates
    .flatMap((candidate) => spellingsOf(candidate).map((spelling) => ({ candidate, spelling })))
    .toSorted((a, b) => b.spelling.length - a.spelling.length);
  const named = new Set<Candidate>();
  for (const text of texts) {
    let rest = foldCase(text, path);
    for (const { candidate, spelling } of spellings) {
      const without = withoutPath(rest, foldCase(spelling, path), path);
      if (without !== rest) named.add(candidate);
      rest = without;
    }
  }
  return candidates.filter((candidate) => named.has(candidate));
}

function spellingsOf(candidate: Candidate): readonly string[] {
  const { availability } = candidate;
  const real = 'realPath' in availability ? [availability.realPath] : [];
  const paths = [candidate, ...candidate.aliases].flatMap(({ path }) => path ?? []);
  const all = [...paths, ...real]
    .filter((path) => path.length > 1)
    .map((path) => path.replace(/[\\/]+$/, ''));
  return [...new Set([...all, ...all.map((path) => pathToFileURL(path).href)])];
}

/** Cuts every place out of the text where this path stands as a whole, alone or with more behind a separator. */
function withoutPath(text: string, spelling: string, path: PlatformPath): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, from)) {
    const end = at + spelling.length;
    const whole = !isNamePart(text[at - 1]) && !(isNamePart(text[end]) && text[end] !== path.sep);
    result += text.slice(from, whole ? at : end);
    from = end;
  }
  return result + text.slice(from);
}

/** Could this character be a part of a longer name, so that the path is another one? */
function isNamePart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}._-]/u.test(character);
}

function foldCase(text: string, path: PlatformPath): string {
  return path.sep === '\\' ? text.replaceAll('/', '\\').toLowerCase() : text;
}
