/**
 * Characters that are not seen as themselves: controls (escape codes, line breaks), direction marks, zero-width and
 * other ignorable characters that can hide text, separators, lone surrogates. The one exception makes emoji colourful.
 */
const unseen = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const shortForms: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Text of unknown origin made fit for the UI and the log, in one line: what would act on a terminal or hide or
 * reorder text is shown as an escape (`\n`, `\u202e`), and what is longer than `maxLength` characters ends in `…`
 * (rule 9). Takes time in proportion to `maxLength`, not to the text.
 */
export function displayText(text: string, maxLength = 200): string {
  if (text.length <= maxLength && text.search(unseen) === -1) return text;
  const start = Array.from(text.slice(0, maxLength + 1), (character) => character.replace(unseen, escapeOf));
  const whole = start.join('');
  if (whole.length <= maxLength) return whole;
  let [count, length] = [0, 0];
  for (const visible of start) {
    if (length + visible.length >= maxLength) break;
    count += 1;
    length += visible.length;
  }
  // Joined at once: what is put together one by one keeps each piece, at thirty times its length.
  return [...start.slice(0, count), '…'].join('');
}

/**
 * The beginning of a text of unknown origin as a text of its own: a mere slice keeps the whole text in memory, however
 * little of it is wanted. Sees to nothing else: it may hold anything.
 */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : inOnePiece(text.slice(0, length));
}

/**
 * The same text, holding nothing in memory but itself: one that was put together of very many pieces keeps each of them,
 * at many times its length.
 */
export function inOnePiece(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}

/**
 * Text of several lines made fit for the UI: line breaks and tabs stay, everything else that is unseen is shown as an
 * escape (rule 9). Can be given a stream piece by piece.
 */
export function displayLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, (character) =>
      character === '\n' || character === '\t' ? character : escapeOf(character),
    );
}

/**
 * The name of a root as it goes on the wire: one line without anything unseen, at most 100 characters, never empty.
 * What servers print it into is unknown: some echo names raw.
 */
export function rootName(text: string): string {
  const plain = text.slice(0, 1000).replace(/\p{Cf}/gu, '');
  const oneLine = plain.replace(unseen, ' ').replace(/\s+/gu, ' ').trim();
  return displayText(oneLine, 100) || 'folder';
}

/**
 * A value as indented JSON in which nothing is unseen: what would hide or reorder text is escaped, so that it reads
 * harmlessly and still parses to the very same value.
 */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(unseen, (character) =>
    // Line breaks within texts are escaped already; these are the layout.
    character === '\n'
      ? character
      : Array.from({ length: character.length }, (_, at) => unitEscape(character, at)).join(''),
  );
}

function unitEscape(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}

function escapeOf(character: string): string {
  const short = shortForms.get(character);
  if (short !== undefined) return short;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** The lines of a part of a text, which says so where there are none. */
export function linesOrNone(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ['  none'];
}
