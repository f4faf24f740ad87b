import { fileURLToPath } from 'node:url';
import type { PlatformPath } from 'node:path';
import { decodedText } from '../roots/pathMentions';
import { flavourOf, isBeyondDrives } from '../roots/pathSyntax';

/** Characters; no system takes a longer path. */
const longestPath = 32_767;

/**
 * Every part of a text that a program could read as a path: the whole text, what follows an option or a sign that
 * separates lists, and the path of a `file:` URI; `~` is the home directory. Relative paths stay relative. In doubt a
 * part is a path: that costs a look at the disk, while the opposite would be a disclosure without a question (rule 2).
 */
export function pathFragments(text: string, home: string, path: PlatformPath): readonly string[] {
  const isWindows = flavourOf(path) === 'win32';
  const signs = isWindows ? /[\s=,;"'`()[\]{}<>|@]+|:(?![\\/])/u : /[\s=,;:"'`()[\]{}<>|@]+/u;
  const lists = isWindows ? /[;,]/u : /[:;,]/u;
  const whole = [text, decodedText(text)];
  const values = whole.flatMap((each) => [each, ...behind(each, '=')]);
  const parts = values.flatMap((each) => [each, ...each.split(lists), ...each.split(signs)]);
  const found = parts
    .flatMap((each) => [each, ...behindOption(each)])
    .map((each) => expanded(each, home, path));
  return [...new Set([...found, ...addresses(text, isWindows)])].filter((each) => isPath(each, isWindows));
}

/** The text behind the first such sign, to the end: a path may contain the sign itself. */
function behind(text: string, sign: string): readonly string[] {
  const at = text.indexOf(sign);
  return at < 0 ? [] : [text.slice(at + 1)];
}

/** `-I../api`, as compilers and others take it. */
function behindOption(part: string): readonly string[] {
  return /^-[A-Za-z](?=.)/u.test(part) ? [part.slice(2)] : [];
}

function expanded(part: string, home: string, path: PlatformPath): string {
  return /^~(?=$|[\\/])/u.test(part) ? path.join(home, part.slice(1)) : part;
}

function addresses(text: string, isWindows: boolean): readonly string[] {
  const found = text.match(/\bfile:\/{1,3}[^\s"'`,;<>|]*/giu) ?? [];
  return found.flatMap((each) => {
    try {
      const url = new URL(each);
      url.host = '';
      return fileURLToPath(url, { windows: isWindows });
    } catch {
      return [];
    }
  });
}

/** An empty part would mean the working directory itself, which counts as named anyway. */
function isPath(part: string, isWindows: boolean): boolean {
  if (part === '' || part.length > longestPath || part.includes('\0')) return false;
  return !isWindows || !isBeyondDrives(part);
}
