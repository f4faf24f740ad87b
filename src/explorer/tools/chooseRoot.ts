import { isPinnedFolder } from '../../core/roots/containment';
import { displayText } from '../../core/text';
import { text } from './fields';
import { defineTool, outputs } from './tool';
import { ToolFailure } from './toolFailure';

export const chooseRoot = defineTool({
  name: 'set_working_directory',
  title: 'Set working directory',
  description:
    'Chooses the root at which relative paths start; without a choice it is the first one. Changes nothing on disk. The ' +
    'choice lasts while the client lists that root.',
  input: {
    root: text('A root as list_roots gives it: its path, its uri, or its name where only one has that name.'),
  },
  output: { workingDirectory: outputs.text('Where relative paths start.') },
  run: async ({ root: wanted }, { roots, chooseRoot: choose }) => {
    const state = await roots.shown();
    const known = state.kind === 'known' ? state.roots : [];
    const named = known.filter(({ name }) => name === wanted);
    const root =
      known.find(({ uri, pinned }) => uri === wanted || pinned.realPath === wanted) ??
      (named.length === 1 ? named[0] : undefined);
    if (root === undefined) throw new ToolFailure(`"${displayText(wanted, 300)}" is not one of the roots.`);
    if (!isPinnedFolder(root.pinned))
      throw new ToolFailure(`"${displayText(wanted, 300)}" is a file: relative paths start at a directory.`);
    choose(root);
    return { structured: { workingDirectory: root.pinned.realPath } };
  },
});
