import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/**
 * Finds a value in the text of a settings file: the deepest part of `path`, inside the setting `key`, that is there. A
 * workspace file keeps its settings one level deeper.
 * @returns offsets; undefined when no part of the path is there
 */
export function definitionSpan(
  text: string,
  key: string,
  path: readonly (string | number)[],
): { readonly start: number; readonly end: number } | undefined {
  const tree = parseTree(text);
  if (tree === undefined) return undefined;
  for (let depth = path.length; depth > 0; depth -= 1) {
    const inside = [key, ...path.slice(0, depth)];
    const node = findNodeAtLocation(tree, inside) ?? findNodeAtLocation(tree, ['settings', ...inside]);
    if (node !== undefined) return { start: node.offset, end: node.offset + node.length };
  }
  return undefined;
}
