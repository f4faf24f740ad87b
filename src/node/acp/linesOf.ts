import type { LineRange, Lines } from '../files/lines';

/** Some lines of a text in memory, in the form in which `readLines` gives those of a file. */
export function linesOf(text: string, { first, last, mostBytes }: LineRange): Lines {
  let start = 0;
  let line = 1;
  for (; line < first; line += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return { kind: 'lines', text: '', last: line, cut: false, totalLines: line };
    start = end + 1;
  }
  let stop = start;
  for (; line <= last && stop < text.length; line += 1) {
    const end = text.indexOf('\n', stop);
    stop = end === -1 ? text.length : end + 1;
  }
  const wanted = text.slice(start, stop);
  const isTooLong = Buffer.byteLength(wanted) > mostBytes;
  return isTooLong
    ? { kind: 'lines', text: '', last: first - 1, cut: true, totalLines: undefined }
    : {
        kind: 'lines',
        text: wanted,
        last: line - 1,
        cut: false,
        totalLines: stop < text.length ? undefined : line - 1,
      };
}
