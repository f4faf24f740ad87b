import { isPinnedFolder } from '../../core/roots/containment';
import { rootsSentence } from '../roots/rootsSentence';
import { defineTool, outputs } from './tool';

const { text, list, object, kind } = outputs;

export const listRoots = defineTool({
  name: 'list_roots',
  title: 'List roots',
  description:
    'Lists the folders and single files that can be read: the MCP roots that the client shares at present. Call this first. ' +
    'All other tools accept absolute paths inside these folders, and relative paths, which start at the working ' +
    'directory. The list can change at any time; when access is denied, call this again.',
  input: {},
  output: {
    roots: list(
      'In the order of the client.',
      object({
        uri: text('As the client names it.'),
        name: text('For display only.'),
        path: text('The real path.'),
        kind,
      }),
    ),
    workingDirectory: text('Where relative paths start.'),
    status: text('What can be read at present, or why nothing can.'),
    dropped: list(
      'Entries of the client that cannot be used.',
      object({ entry: text('For display only.'), reason: text('Why not.') }),
    ),
  },
  run: async (_input, { roots, workingDirectory }) => {
    const state = await roots.shown();
    const known = state.kind === 'known' ? state : { roots: [], dropped: [] };
    return {
      structured: {
        roots: known.roots.map(({ uri, name, pinned }) => ({
          uri,
          name,
          path: pinned.realPath,
          kind: isPinnedFolder(pinned) ? 'directory' : 'file',
        })),
        workingDirectory: workingDirectory(),
        status: rootsSentence(state),
        dropped: known.dropped.map(({ entry, reason }) => ({ entry, reason })),
      },
    };
  },
});
