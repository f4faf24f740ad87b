import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { isRecord, sameValue } from './entry';
import { asJson, indentAt, splice, treeOf, without, withElement, withProperty } from './jsonText';
import { plainValue } from './plainValue';

/** The result of a change of a JSON text. */
export type EditedJson =
  | { readonly kind: 'changed'; readonly text: string }
  /** The text has this value already, or there is nothing to remove. */
  | { readonly kind: 'same' }
  /** The text cannot be read, or not be changed without touching something else; a few words say why. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Sets one value in a JSON text, or removes it where `value` is undefined. Everything else stays as it is, including
 * comments. Objects that are missing on the way are added. The result is parsed again, and refused unless it has
 * exactly the values that it should.
 * @param path the keys that lead to the value; not empty
 */
export function editJson(text: string, path: readonly string[], value: unknown): EditedJson {
  return edited(text, (before, tree) => ({
    meant: withValue(tree === undefined ? {} : plainValue(tree), path, value),
    after: tree === undefined ? written(path, value) : changed(before, tree, path, value),
  }));
}

/** Like `editJson`, but appends an element to an array, which is added where it is missing. */
export function appendJson(text: string, path: readonly string[], value: unknown): EditedJson {
  return edited(text, (before, tree) => {
    const array = tree && findNodeAtLocation(tree, [...path]);
    const all = [...elements(array, path), value];
    return {
      meant: withValue(tree === undefined ? {} : plainValue(tree), path, all),
      after:
        tree === undefined
          ? written(path, all)
          : array === undefined
            ? changed(before, tree, path, all)
            : withElement(before, array, value),
    };
  });
}

function elements(array: Node | undefined, path: readonly string[]): readonly unknown[] {
  const present = array === undefined ? [] : plainValue(array);
  if (!Array.isArray(present)) throw new Error(`its "${path.join('.')}" is not a list`);
  return present;
}

function edited(
  text: string,
  edit: (before: string, tree: Node | undefined) => { readonly meant: unknown; readonly after: string },
): EditedJson {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const before = text.slice(mark.length);
  try {
    const { meant, after } = edit(before, treeOf(before));
    if (after === before) return { kind: 'same' };
    const now = treeOf(after);
    if (!sameValue(now === undefined ? {} : plainValue(now), meant)) {
      return { kind: 'refused', why: 'its form is one that MCP Roots cannot change safely' };
    }
    return { kind: 'changed', text: mark + after };
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : String(error) };
  }
}

function written(path: readonly string[], value: unknown): string {
  return value === undefined ? '' : `${JSON.stringify(nested(path, value), undefined, 2)}\n`;
}

function changed(text: string, tree: Node, path: readonly string[], value: unknown): string {
  const present = findNodeAtLocation(tree, [...path]);
  if (value === undefined) return present?.parent === undefined ? text : without(text, present.parent);
  if (present !== undefined) {
    if (sameValue(plainValue(present), value)) return text;
    const json = asJson(value, indentAt(text, present.offset), text);
    return splice(text, present.offset, present.offset + present.length, json);
  }
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const around = findNodeAtLocation(tree, path.slice(0, depth));
    if (around === undefined) continue;
    if (around.type !== 'object') throw new Error(`its "${path.slice(0, depth).join('.')}" is not an object`);
    return withProperty(text, around, path[depth] ?? '', nested(path.slice(depth + 1), value));
  }
  return text;
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.toReversed().reduce((inner, key) => Object.fromEntries([[key, inner]]), value);
}

/** The value with another one at this path. */
function withValue(around: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const entries = isRecord(around) ? Object.entries(around) : [];
  const present = entries.find(([name]) => name === key)?.[1];
  if (value === undefined && present === undefined) return around;
  const next = withValue(present ?? {}, rest, value);
  const others = entries.filter(([name]) => name !== key);
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]]);
}
