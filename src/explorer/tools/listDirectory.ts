import { joinPath } from '../../core/roots/pathSyntax';
import { displayText } from '../../core/text';
import { nodeDisk } from '../../node/paths/nodeDisk';
import { byName } from '../files/walk';
import { optional, text } from './fields';
import { defineTool, outputs } from './tool';

/** How many entries an answer has at most. */
const mostEntries = 2000;

export const listDirectory = defineTool({
  name: 'list_directory',
  title: 'List directory',
  description:
    'Lists what lies directly in a directory, sorted by name: files, directories, links. ' +
    `At most ${mostEntries} entries. For what lies deeper use find_files.`,
  input: { path: optional(text('Absolute, or relative to the working directory.'), '.') },
  output: {
    path: outputs.text('The real path of the directory.'),
    entries: outputs.list(
      'Sorted by name.',
      outputs.object({
        name: outputs.text('For display: control characters are made visible.'),
        path: outputs.text('To be passed to other tools.'),
        kind: outputs.kind,
      }),
    ),
    truncated: outputs.flag('There are more entries than listed.'),
  },
  run: async ({ path }, { files }) => {
    const { realPath, entries, cut } = await files.list(path, mostEntries);
    const listed = entries.toSorted(byName).map(({ name, kind }) => ({
      name: displayText(name, 300),
      path: joinPath(realPath, name, nodeDisk.flavour),
      kind,
    }));
    return { structured: { path: realPath, entries: listed, truncated: cut } };
  },
});
