import { basename } from 'node:path';
import { displayText } from '../../core/text';
import { text } from './fields';
import { defineTool, outputs } from './tool';

/** The last moment that a `Date` can represent, in milliseconds since the epoch; a disk can have later ones. */
const lastDate = 8.64e15;

export const fileInfo = defineTool({
  name: 'file_info',
  title: 'File info',
  description: 'Tells what lies at a path, without opening it: its kind, size and when it was last modified.',
  input: { path: text('Absolute, or relative to the working directory.') },
  output: {
    name: outputs.text('For display: control characters are made visible.'),
    path: outputs.text('The real path: where all links lead.'),
    kind: outputs.kind,
    size: outputs.count('Bytes.'),
    modified: outputs.text('ISO 8601, UTC.'),
  },
  run: async ({ path }, { files }) => {
    const { realPath, kind, size, modifiedAt } = await files.inspect(path);
    const modified = new Date(Math.max(-lastDate, Math.min(modifiedAt, lastDate))).toISOString();
    return {
      structured: { name: displayText(basename(realPath), 300), path: realPath, kind, size, modified },
    };
  },
});
