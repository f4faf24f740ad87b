import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { isPinnedFolder } from '../core/roots/containment';
import { displayText } from '../core/text';
import type { Files } from './files/files';
import { largestFile, readWholeText } from './files/textSearch';
import { byName } from './files/walk';
import { errorCodes, ProtocolError } from './protocol/protocolError';
import type { ClientRoots, RootsState } from './roots/clientRoots';
import { rootsSentence } from './roots/rootsSentence';
import { ToolFailure } from './tools/toolFailure';

/** The type of directories in shared-mime-info. */
const mimeType = 'inode/directory';

/** How many entries a listing has at most. */
const mostEntries = 2000;

/** Each root as a resource: a directory is read as a listing, a file as its text. */
export function resourcesOf(state: RootsState): readonly Resource[] {
  if (state.kind !== 'known') return [];
  return state.roots.map(({ uri, name, pinned }) => {
    const path = displayText(pinned.realPath, 300);
    return isPinnedFolder(pinned)
      ? { uri, name, mimeType, description: `What lies directly in ${path}` }
      : { uri, name, description: `The file ${path}` };
  });
}

/**
 * Reads a directory as a listing, with one name on each line and a slash after directories; a file as its text.
 * @throws {ProtocolError} when the URI is not that of a root, or it cannot be read (both -32002)
 */
export async function readResource(
  uri: string,
  roots: ClientRoots,
  files: Files,
): Promise<ReadResourceResult> {
  const state = await roots.shown();
  const root = state.kind === 'known' ? state.roots.find((each) => each.uri === uri) : undefined;
  if (root === undefined) {
    const message = `No such resource. ${rootsSentence(state)}`;
    throw new ProtocolError(errorCodes.resourceNotFound, message, { uri });
  }
  const { realPath } = root.pinned;
  try {
    if (!isPinnedFolder(root.pinned)) {
      const content = await files.read(realPath, readWholeText);
      if (Buffer.isBuffer(content)) return { contents: [{ uri, text: content.toString('utf8') }] };
      const why = content === 'not text' ? 'a binary file, or not UTF-8' : `larger than ${largestFile} bytes`;
      throw new ToolFailure(`Cannot read "${displayText(realPath, 300)}": it is ${why}.`);
    }
    const { entries, cut } = await files.list(realPath, mostEntries);
    const lines = entries
      .toSorted(byName)
      .map(({ name, kind }) => displayText(name, 300) + (kind === 'directory' ? '/' : ''));
    if (cut) lines.push('…');
    return { contents: [{ uri, mimeType, text: lines.join('\n') }] };
  } catch (error) {
    if (error instanceof ToolFailure)
      throw new ProtocolError(errorCodes.resourceNotFound, error.message, { uri });
    throw error;
  }
}
