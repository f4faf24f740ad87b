import { largestFile, lineFinder, longestPreview, readWholeText } from '../files/textSearch';
import { Walk, walkLimits } from '../files/walk';
import { count, flag, optional, text } from './fields';
import { globFor } from './findFiles';
import { enterUnless, skippedByDefault } from './skipped';
import { defineTool, outputs } from './tool';
import { ToolFailure } from './toolFailure';

const mostBytes = 256 * 1024 * 1024;

export const searchText = defineTool({
  name: 'search_text',
  title: 'Search text',
  description:
    'Finds lines that contain a text, in a file or in all files of a directory and below it. The text is taken as it ' +
    'is, not as a regular expression. Binary files are passed over, links not followed; ' +
    `${skippedByDefault} are left out unless asked for.`,
  input: {
    text: text('What to look for, within one line.', 1000),
    path: optional(text('A directory to start at; by default the working directory.'), '.'),
    glob: optional(text('Only search files that match, for example "*.ts".', 1000), undefined),
    case_sensitive: optional(flag('Whether letter case must agree.'), false),
    max_results: optional(count('How many lines come back at most.', 1, 1000), 100),
    include_skipped: optional(flag(`Also look into ${skippedByDefault}.`), false),
  },
  output: {
    matches: outputs.list(
      'In the order of file names and lines.',
      outputs.object({
        path: outputs.text('To be passed to other tools.'),
        line: outputs.count('Counted from 1.'),
        text: outputs.text(`The line, or ${longestPreview} characters of it.`),
      }),
    ),
    filesSearched: outputs.count('Text files that were looked through.'),
    truncated: outputs.flag('There may be more matches than listed.'),
    notes: outputs.list('What was left out, and why.', outputs.text('A sentence.')),
  },
  run: async (input, { files, signal, progress }) => {
    if (/[\r\n]/u.test(input.text))
      throw new ToolFailure('Wrong arguments: "text" must lie within one line.');
    const matches = input.glob === undefined ? () => true : globFor(input.glob, 'glob');
    const find = lineFinder(input.text, input.case_sensitive);
    const enters = enterUnless(input.include_skipped);
    const walk = new Walk(files, { limits: walkLimits, signal, progress, enters });
    const found: { path: string; line: number; text: string }[] = [];
    let [searched, bytes] = [0, 0];
    for await (const { path, kind, names } of walk.below(input.path)) {
      if (kind !== 'file' || !matches(names)) continue;
      const outcome = await files.tryRead(path, readWholeText);
      if (outcome.kind !== 'done') walk.cut('some files could not be read');
      else if (outcome.value === 'too large')
        walk.cut(`files of more than ${largestFile} bytes were left out`);
      else if (outcome.value !== 'not text') {
        searched += 1;
        bytes += outcome.value.length;
        for (const match of find(outcome.value)) found.push({ path, ...match });
      }
      if (found.length > input.max_results) walk.cut(`stopped at ${input.max_results} lines`);
      if (bytes > mostBytes) walk.cut(`stopped after ${mostBytes} bytes`);
      if (found.length > input.max_results || bytes > mostBytes) break;
    }
    await walk.confirm();
    const listed = found.slice(0, input.max_results);
    const notes = walk.cuts;
    return { structured: { matches: listed, filesSearched: searched, truncated: notes.length > 0, notes } };
  },
});
