import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import type { FileOfFormat } from './fileOfFormat';
import { sameValue } from './entry';
import { asJson, indentAt, splice, treeOf, without, withProperty } from './jsonText';

/** JSON, with or without comments and trailing commas. Only the changed places of the text are touched. */
export const jsonFile: FileOfFormat = {
  parse(text) {
    const tree = treeOf(text);
    return tree === undefined ? undefined : (getNodeValue(tree) as unknown);
  },

  put(text, section, name, value) {
    const tree = treeOf(text);
    if (tree === undefined) return `${JSON.stringify({ [section]: { [name]: value } }, undefined, 2)}\n`;
    const present = findNodeAtLocation(tree, [section, name]);
    if (value === undefined) return present?.parent === undefined ? text : without(text, present.parent);
    if (present !== undefined) return withFields(text, [section, name], value);
    const servers = findNodeAtLocation(tree, [section]);
    return servers === undefined
      ? withProperty(text, tree, section, { [name]: value })
      : withProperty(text, servers, name, value);
  },
};

/** Sets each field of an object separately, so that comments between them stay. */
function withFields(text: string, path: readonly string[], value: Record<string, unknown>): string {
  return Object.entries(value).reduce((current, [field, each]) => {
    const tree = treeOf(current);
    const object = tree && findNodeAtLocation(tree, [...path]);
    const present = tree && findNodeAtLocation(tree, [...path, field]);
    if (present === undefined)
      return object === undefined ? current : withProperty(current, object, field, each);
    if (sameValue(getNodeValue(present), each)) return current;
    const json = asJson(each, indentAt(current, present.offset), current);
    return splice(current, present.offset, present.offset + present.length, json);
  }, text);
}
