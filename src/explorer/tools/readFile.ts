import { displayText } from '../../core/text';
import { readLines } from '../../node/files/lines';
import { count, optional, text } from './fields';
import { defineTool, outputs } from './tool';
import { ToolFailure } from './toolFailure';

const mostBytes = 256 * 1024;
const mostSkipped = 64 * 1024 * 1024;
const lastLine = Number.MAX_SAFE_INTEGER;

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Reads a UTF-8 text file, whole or a range of lines. ' +
    `At most ${mostBytes / 1024} KiB come back at once; truncated then says so, and the next call starts after endLine. ` +
    'Binary files are refused.',
  input: {
    path: text('Absolute, or relative to the working directory.'),
    start_line: optional(count('The first line, counted from 1.', 1, lastLine), 1),
    end_line: optional(count('The last line; by default the last of the file.', 1, lastLine), undefined),
  },
  output: {
    path: outputs.text('The real path of the file.'),
    text: outputs.text('The lines as they are in the file.'),
    startLine: outputs.count('The first line in the text.'),
    endLine: outputs.count('The last line in the text.'),
    totalLines: outputs.count('Only when the end of the file was seen.'),
    truncated: outputs.flag('Not all lines that were asked for are in the text.'),
    lineCut: outputs.flag('The last line in the text is too long to be there as a whole.'),
  },
  optionalOutput: ['totalLines'],
  run: async ({ path, start_line: first, end_line: end }, { files, signal }) => {
    const last = end ?? lastLine;
    if (last < first) throw new ToolFailure('Wrong arguments: "end_line" lies before "start_line".');
    return files.read(path, async (file, realPath) => {
      const name = `"${displayText(path, 300)}"`;
      const lines = await readLines(file, { first, last, mostBytes, mostSkipped }, signal);
      switch (lines.kind) {
        case 'not text':
          throw new ToolFailure(`Cannot read ${name}: it is a binary file, or not UTF-8.`);
        case 'too far inside':
          throw new ToolFailure(
            `Cannot read ${name}: line ${first} lies more than ${mostSkipped} bytes inside.`,
          );
        case 'lines': {
          const { text: content, last: endLine, totalLines, cut } = lines;
          if (totalLines !== undefined && first > Math.max(1, totalLines)) {
            throw new ToolFailure(`Cannot read line ${first} of ${name}: it has ${totalLines} lines.`);
          }
          const truncated = cut || (totalLines === undefined && endLine < last);
          const counted = totalLines === undefined ? {} : { totalLines };
          return {
            structured: {
              path: realPath,
              text: content,
              startLine: first,
              endLine,
              ...counted,
              truncated,
              lineCut: cut,
            },
            text: content,
            ...(truncated && { note: `Lines ${first} to ${endLine}; there is more.` }),
          };
        }
      }
    });
  },
});
