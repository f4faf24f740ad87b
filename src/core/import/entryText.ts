import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { isRecord, sameValue } from '../clients/entry';
import { editJson } from '../clients/jsonEdit';
import { indentAt, splice, treeOf, unitOf } from '../clients/jsonText';
import { layoutOf } from '../clients/textLayout';
import { plainValue } from '../clients/plainValue';

/** The text of an entry in a file of another client, so that its comments can be kept. */
export interface WrittenEntry {
  /** The comment lines above it, without their indentation. */
  readonly above: readonly string[];
  /** Its value with comments, as lines; the indentation of its own line is removed from each. */
  readonly text: string;
  /** The comment after it on its last line. */
  readonly behind: string | undefined;
}

/** Takes the text of a property's value out of a file, with the comments that belong to it. */
export function writtenAt(text: string, property: Node, value: Node): WrittenEntry {
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const from = before === undefined ? (property.parent?.offset ?? 0) + 1 : before.offset + before.length;
  // A comment on the line of the previous entry belongs to that one.
  const between = text.slice(from, property.offset);
  const lines = between.slice(between.indexOf('\n') + 1).split('\n');
  const indent = indentAt(text, property.offset);
  const end = value.offset + value.length;
  const [, behind] = /^[ \t]*,?[ \t]*(\/\/[^\r\n]*)/.exec(text.slice(end, end + 1000)) ?? [];
  return {
    above: between.includes('\n') ? lines.map((line) => line.trim()).filter((line) => line !== '') : [],
    text: text
      .slice(value.offset, end)
      .split(/\r?\n/)
      .map((line, i) => (i > 0 && line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n'),
    behind,
  };
}

/**
 * Replaces an entry that was written without comments by the original text with its comments.
 * @param path the keys that lead to the entry
 * @returns the unchanged text where the result would not have exactly the same values
 */
export function withComments(text: string, path: readonly string[], written: WrittenEntry): string {
  try {
    const tree = treeOf(text);
    const value = tree && findNodeAtLocation(tree, [...path]);
    const meant = value && plainValue(value);
    if (tree === undefined || value?.parent === undefined || !isRecord(meant)) return text;
    const own = retold(written.text, meant);
    if (own === undefined) return text;
    const { eol } = layoutOf(text);
    const start = value.parent.offset;
    const isOwnLine = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    const end = value.offset + value.length;
    const [rest = ''] = /^[^\r\n]*/.exec(text.slice(end)) ?? [];
    if (!isOwnLine || !/^,?[ \t]*$/.test(rest)) return text;
    const indent = indentAt(text, start);
    const lines = laidOutAs(text, own).replaceAll('\n', eol + indent);
    const above = written.above.map((line) => line + eol + indent).join('');
    const behind = written.behind === undefined ? '' : ` ${written.behind}`;
    const name = text.slice(start, value.offset);
    const after = splice(text, start, end + rest.length, above + name + lines + rest.trimEnd() + behind);
    const now = treeOf(after);
    return now !== undefined && sameValue(plainValue(now), plainValue(tree)) ? after : text;
  } catch {
    return text;
  }
}

/** Lines with their indentation converted to that of a text. */
function laidOutAs(text: string, lines: string): string {
  const unit = unitOf(text);
  const own = unitOf(lines);
  return lines.replaceAll(/^[ \t]+/gm, (indent) => {
    const depth = Math.floor(indent.length / own.length);
    return unit.repeat(depth) + indent.slice(depth * own.length);
  });
}

/** The text of an entry, changed to have this value; its comments stay. @returns undefined where that cannot be done */
function retold(text: string, meant: Readonly<Record<string, unknown>>): string | undefined {
  const tree = treeOf(text);
  if (tree === undefined) return undefined;
  const present = plainValue(tree);
  if (!isRecord(present)) return undefined;
  let now = withLeaves(text, tree, meant);
  for (const key of new Set([...Object.keys(present), ...Object.keys(meant)])) {
    const edited = editJson(now, [key], Object.hasOwn(meant, key) ? meant[key] : undefined);
    if (edited.kind === 'refused') return undefined;
    if (edited.kind === 'changed') now = edited.text;
  }
  return now;
}

/** Changes each differing string in place, so that comments between them stay. */
function withLeaves(text: string, tree: Node, meant: unknown): string {
  const leaves: { readonly node: Node; readonly value: string }[] = [];
  const visit = (node: Node, value: unknown) => {
    const { children = [] } = node;
    if (node.type === 'string' && typeof value === 'string' && node.value !== value) {
      leaves.push({ node, value });
    }
    if (node.type === 'array' && Array.isArray(value) && value.length === children.length) {
      children.forEach((child, i) => visit(child, value[i]));
    }
    if (node.type === 'object' && isRecord(value)) {
      for (const { children: [key, child] = [] } of children) {
        const name = String(key?.value);
        if (child !== undefined && Object.hasOwn(value, name)) visit(child, value[name]);
      }
    }
  };
  visit(tree, meant);
  return leaves.reduceRight(
    (now, { node, value }) => splice(now, node.offset, node.offset + node.length, JSON.stringify(value)),
    text,
  );
}
