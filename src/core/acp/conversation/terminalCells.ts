/** Characters that take two cells of a terminal (Unicode, East Asian Width), and emoji. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)/u;

const segmenter = new Intl.Segmenter();

/**
 * The row and column of the cursor after this text is written from the beginning of a row.
 * @param text without control characters
 */
export function cellAfter(text: string, columns: number): { readonly row: number; readonly column: number } {
  let [row, column] = [0, 0];
  for (const { segment } of segmenter.segment(text)) {
    const width = wide.test(segment) ? 2 : 1;
    // A character that does not fit into the row is drawn in the next one.
    if (column + width > columns) [row, column] = [row + 1, 0];
    column += width;
  }
  return column >= columns ? { row: row + 1, column: 0 } : { row, column };
}
