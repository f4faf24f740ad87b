import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/**
 * Where a setting, or what lies deepest on a path in it, stands in the text of a settings file. A workspace file keeps
 * its settings one level deeper.
 * @returns offsets; undefined when nothing of the path is there
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
