import { compileGlob, GlobFault, type Glob } from '../../core/glob';
import { Walk, walkLimits } from '../files/walk';
import { count, flag, optional, text } from './fields';
import { defineTool, outputs } from './tool';
import { ToolFailure } from './toolFailure';
import { enterUnless, skippedByDefault } from './skipped';

export const findFiles = defineTool({
  name: 'find_files',
  title: 'Find files',
  description:
    'Finds files by a glob, in a directory and all below it: * and ? within a name, ** for any number of ' +
    'directories, [a-z], {a,b}. A pattern without / is looked for at any depth. Links are not followed. ' +
    `${skippedByDefault} are left out unless asked for.`,
  input: {
    pattern: text('For example "*.md" or "src/**/*.{ts,tsx}".', 1000),
    path: optional(text('Where to start; by default the working directory.'), '.'),
    max_results: optional(count('How many files come back at most.', 1, 1000), 200),
    include_skipped: optional(flag(`Also look into ${skippedByDefault}.`), false),
  },
  output: {
    files: outputs.list(
      'In the order of their names.',
      outputs.object({ path: outputs.text('To be passed to other tools.'), kind: outputs.kind }),
    ),
    truncated: outputs.flag('There may be more files than listed.'),
    notes: outputs.list('What was left out, and why.', outputs.text('A sentence.')),
  },
  run: async (input, { files, signal, progress }) => {
    const matches = globFor(input.pattern, 'pattern');
    const enters = enterUnless(input.include_skipped);
    const walk = new Walk(files, { limits: walkLimits, signal, progress, enters });
    const found: { path: string; kind: string }[] = [];
    for await (const { path, kind, names } of walk.below(input.path)) {
      if (kind === 'directory' || !matches(names)) continue;
      if (found.length === input.max_results) {
        walk.cut(`stopped at ${input.max_results} files`);
        break;
      }
      found.push({ path, kind });
    }
    await walk.confirm();
    return { structured: { files: found, truncated: walk.cuts.length > 0, notes: walk.cuts } };
  },
});

/** @throws {ToolFailure} naming the argument, if the pattern is wrong */
export function globFor(pattern: string, argument: string): Glob {
  try {
    return compileGlob(pattern);
  } catch (error) {
    if (error instanceof GlobFault) throw new ToolFailure(`Wrong arguments: "${argument}" ${error.message}.`);
    throw error;
  }
}
