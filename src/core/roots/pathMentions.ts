import type { PlatformPath } from 'node:path';

/** A path, or the URI of one, and what it stands for. */
export interface PathSpelling<T> {
  readonly text: string;
  readonly of: T;
}

/**
 * The `of` of each path that these texts name. A path is named where it stands as a whole, alone or with more behind a
 * separator; also written with `..`, in another letter case, percent-encoded, or right behind an option (`-I/work`). In
 * doubt it is named: that costs a question, while the opposite would be a disclosure without a question (rule 2).
 */
export function namesIn<T>(
  texts: readonly string[],
  spellings: readonly PathSpelling<T>[],
  path: PlatformPath,
): readonly T[] {
  const known = spellings
    .map(({ text, of }) => ({ text: comparable(text, path), of }))
    .toSorted((a, b) => b.text.length - a.text.length);
  const named = new Set<T>();
  for (const text of new Set(texts.flatMap((each) => readings(each, path)))) {
    let rest = text;
    for (const { text: spelling, of } of known) {
      const without = withoutPath(rest, spelling);
      if (without !== rest) named.add(of);
      rest = without;
    }
  }
  return [...named];
}

/** The text as it is written, and as a server may read it. */
function readings(text: string, path: PlatformPath): readonly string[] {
  const local = text.replace(/\bfile:\/\/localhost(?=\/)/giu, 'file://');
  const decoded = decodedText(local);
  const written = [text, local, decoded, path.normalize(local), path.normalize(decoded)];
  // Windows itself drops dots and spaces at the end of a name.
  const trimmed = path.sep === '\\' ? written.map((each) => each.replace(/[. ]+(?=[\\/]|$)/gu, '')) : [];
  return [...written, ...trimmed].map((each) => comparable(each, path));
}

/** The text with all percent-encoding decoded that can be. */
export function decodedText(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/giu, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Many disks take letters in either case, and accents composed or not, for the same name. */
function comparable(text: string, path: PlatformPath): string {
  const folded = text.normalize('NFC').toLowerCase();
  return path.sep === '\\' ? folded.replaceAll('/', '\\') : folded;
}

/** Cuts every place out of the text where this path stands as a whole. */
function withoutPath(text: string, spelling: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, from)) {
    const end = at + spelling.length;
    const whole = begins(text, at, spelling) && ends(text, end, spelling);
    result += text.slice(from, whole ? at : end);
    from = end;
  }
  return result + text.slice(from);
}

/** Does an absolute path begin here, and not a longer one further to the left? */
function begins(text: string, at: number, spelling: string): boolean {
  // A drive, a share or a scheme never continues the text before it.
  if (!/^\/(?!\/)/u.test(spelling)) return true;
  if (!isNamePart(text[at - 1])) return spelling !== '/' || text[at - 1] !== '/';
  const before = /[\p{L}\p{N}._/-]*$/u.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? '';
  return before.startsWith('-') && !before.includes('/');
}

/** Does the path end here, or go on behind a separator? `/` begins every path, so it counts only when alone. */
function ends(text: string, end: number, spelling: string): boolean {
  return !isNamePart(text[end]) && (spelling !== '/' || text[end] !== '/');
}

/** Could this character be a part of a longer name, so that the path is another one? */
function isNamePart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}._-]/u.test(character);
}
