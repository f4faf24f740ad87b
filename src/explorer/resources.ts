import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { displayText } from '../core/text';
import type { Files } from './files/files';
import { byName } from './files/walk';
import { errorCodes, ProtocolError } from './protocol/protocolError';
import type { ClientRoots, RootsState } from './roots/clientRoots';
import { rootsSentence } from './roots/rootsSentence';
import { ToolFailure } from './tools/toolFailure';

/** The type that shared-mime-info gives to directories. */
const mimeType = 'inode/directory';

/** As many entries as a listing holds. */
const mostEntries = 2000;

/** Each root as a resource that reads as its listing. */
export function resourcesOf(state: RootsState): readonly Resource[] {
  if (state.kind !== 'known') return [];
  return state.roots.map(({ uri, name, pinned }) => ({
    uri,
    name,
    mimeType,
    description: `What lies directly in ${displayText(pinned.realPath, 300)}`,
  }));
}

/**
 * Reads a root as its listing, one name a line, directories with a slash behind.
 * @throws {ProtocolError} when the URI is not that of a root (-32002), or its directory cannot be listed
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
  try {
    const { entries, cut } = await files.list(root.pinned.realPath, mostEntries);
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
