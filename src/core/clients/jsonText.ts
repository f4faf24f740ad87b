import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { layoutOf } from './textLayout';

/** Adds a property at the end of an object. */
export function withProperty(text: string, object: Node, key: string, value: unknown): string {
  return withChild(text, object, `${JSON.stringify(key)}: `, value);
}

/** Adds an element at the end of an array. */
export function withElement(text: string, array: Node, value: unknown): string {
  return withChild(text, array, '', value);
}

function withChild(text: string, object: Node, name: string, value: unknown): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const inside = text.slice(object.offset, close);
  const { eol } = layoutOf(text);
  if (last !== undefined && !inside.includes('\n')) {
    const end = last.offset + last.length;
    return splice(text, end, end, `, ${name}${JSON.stringify(value)}`);
  }
  const outer = indentAt(text, close);
  const indent = last === undefined ? outer + unitOf(text) : indentAt(text, last.offset);
  const property = `${eol}${indent}${name}${asJson(value, indent, text)}`;
  const behind = object.offset + inside.trimEnd().length;
  if (last === undefined) return splice(text, behind, close, `${property}${eol}${outer}`);
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  const withNew = splice(text, behind, behind, comma === undefined ? property : `${property},`);
  return comma === undefined ? splice(withNew, end, end, ',') : withNew;
}

/** Removes a property, with the comma that is not needed any more. */
export function without(text: string, property: Node): string {
  const end = property.offset + property.length;
  const start = text.slice(0, property.offset).trimEnd().length;
  const comma = commaAfter(text, end);
  if (comma !== undefined) return splice(text, start, comma + 1, '');
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const without = splice(text, start, end, '');
  const before = previous && commaAfter(text, previous.offset + previous.length);
  return before === undefined ? without : splice(without, before, before + 1, '');
}

/** The offset of the next comma, if nothing but comments and white space is before it; else undefined. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

/** A value as JSON, formatted like the rest of the text, for a line with this indentation. */
export function asJson(value: unknown, indent: string, text: string): string {
  const { eol } = layoutOf(text);
  return JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', eol + indent);
}

/** The text's indentation for one level. */
export function unitOf(text: string): string {
  const { insertSpaces, tabSize } = layoutOf(text);
  return insertSpaces ? ' '.repeat(tabSize) : '\t';
}

/** The indentation of the line in which `offset` is. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** The text with everything from `start` to `end` replaced. */
export function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/**
 * The tree of a JSON text; comments and trailing commas are allowed.
 * @returns undefined for an empty text
 * @throws {Error} when it cannot be read, or a key is there twice in one of the three outermost levels of objects
 */
export function treeOf(text: string): Node | undefined {
  if (text.trim() === '') return undefined;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new Error(`line ${line} is not JSON (${printParseErrorCode(first.error)})`);
  }
  if (tree !== undefined) mustBeUnambiguous(tree);
  return tree;
}

/**
 * Of a key that is there twice, some programs take the first and some the last, so a change of one could be without
 * effect.
 */
function mustBeUnambiguous(node: Node, depth = 2): void {
  if (node.type !== 'object' || depth < 0) return;
  const keys = new Set<string>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    const name = String(key?.value);
    if (keys.has(name)) throw new Error(`the key ${JSON.stringify(name)} stands there twice`);
    keys.add(name);
    if (value !== undefined) mustBeUnambiguous(value, depth - 1);
  }
}
