import { findNodeAtLocation } from 'jsonc-parser';
import { editJson, type EditedJson } from '../clients/jsonEdit';
import { treeOf } from '../clients/jsonText';
import { inPrimaryRoot } from './placeholders';

/**
 * Makes a server run in the first folder that it may see, by adding `cwd` to its definition; all else stays as it is.
 * @param text a settings file
 * @param above the keys above the settings: a workspace file keeps them under `settings`
 * @returns `refused` where the server is not defined in that file, or its definition says already where it runs
 */
export function runningInPrimaryRoot(text: string, above: readonly string[], server: string): EditedJson {
  const path = [...above, 'mcpRoots.servers', server];
  try {
    const tree = treeOf(text);
    if (tree === undefined || findNodeAtLocation(tree, path)?.type !== 'object') {
      return { kind: 'refused', why: `the server "${server}" is not defined there` };
    }
    if (findNodeAtLocation(tree, [...path, 'cwd']) !== undefined) {
      return { kind: 'refused', why: `the definition of "${server}" says already where it runs` };
    }
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : String(error) };
  }
  return editJson(text, [...path, 'cwd'], inPrimaryRoot);
}
