import type { PlatformPath } from 'node:path';
import { grantableOf, type Candidate } from '../roots/candidate';
import { contains } from '../roots/containment';
import { toFileUri } from '../roots/fileUri';
import { flavourOf } from '../roots/pathSyntax';
import type { NamedFolder } from '../roots/namedFolder';
import type { RealPath } from '../roots/realPath';
import { ledTo, noLeads, type PathLeads } from './pathLeads';
import { namesIn, type PathSpelling } from '../roots/pathMentions';
import { isFolder, pathOf, type Grantable } from '../roots/grantable';

/** What a decision about a folder is kept under; undefined where there is nothing to decide about. */
export function decidedUnder(folder: Candidate | NamedFolder): Grantable | undefined {
  return 'availability' in folder ? grantableOf(folder) : folder.grantable;
}

/**
 * The folders that a definition names: candidates in any of its texts, and its own working directory, which needs a
 * grant wherever it lies (rules 2 and 8). Where one candidate lies in another, the narrower one is meant.
 * @param leads where the paths in these texts lead
 */
export function namedFolders(
  texts: readonly string[],
  cwd: { readonly path: string; readonly realPath: RealPath } | undefined,
  candidates: readonly Candidate[],
  path: PlatformPath,
  leads: PathLeads = noLeads,
): readonly NamedFolder[] {
  const spellings = candidateSpellings(candidates, path);
  const mentioned = new Set([...namesIn(texts, spellings, path), ...ledTo(leads, spellings, path)]);
  const named = candidates.filter((candidate) => mentioned.has(candidate)).map(namedCandidate);
  if (cwd === undefined || named.some(({ grantable }) => grantable === cwd.realPath)) return named;
  const around = candidates
    .map(namedCandidate)
    .filter(
      ({ grantable }) =>
        grantable && isFolder(grantable) && contains(grantable, cwd.realPath, flavourOf(path)),
    );
  const moved = around.some((folder) => folder.moved);
  return [...named, { name: path.basename(cwd.path), path: cwd.path, grantable: cwd.realPath, moved }];
}

/** Every way in which the paths of these candidates can be written. */
export function candidateSpellings(
  candidates: readonly Candidate[],
  path: PlatformPath,
): readonly PathSpelling<Candidate>[] {
  return candidates.flatMap((candidate) =>
    spellingsOf(candidate, path).map((text) => ({ text, of: candidate })),
  );
}

function namedCandidate(candidate: Candidate): NamedFolder {
  const { name, path, uri, availability } = candidate;
  return {
    name,
    path: path ?? uri,
    grantable: grantableOf(candidate),
    moved: availability.kind === 'moved',
  };
}

/** Every way in which a definition can write the path of this candidate. */
function spellingsOf(candidate: Candidate, path: PlatformPath): readonly string[] {
  const grantable = grantableOf(candidate);
  const real = grantable === undefined ? [] : (pathOf(grantable) ?? []);
  const paths = [candidate, ...candidate.aliases].flatMap((entry) => entry.path ?? []);
  const all = paths.concat(real).map((each) => each.replace(/(?!^)[\\/]+$/u, ''));
  return [...new Set([...all, ...all.flatMap((each) => toFileUri(each, flavourOf(path)) ?? [])])];
}
