import type { ServerDefinition } from './definition';

/** A variable that is put in only at a start, and where in the definition it stands. */
export interface LateVariable {
  /** `input:token` */
  readonly name: string;
  readonly at: readonly (string | number)[];
}

const late = /\$\{((?:input:|mcpRoots?:)[^}]*|mcpRoots|mcpPrimaryRoot)\}/gu;

/**
 * Every variable of a transport that stays as written until a start (src/README.md, "fingerprint"), in the order of its
 * fields. What such a variable stands for is no part of what is approved; that it stands there, and where, is.
 */
export function lateVariables(transport: ServerDefinition['transport']): readonly LateVariable[] {
  return lateIn(transport, []);
}

/** Is any of them in this text? */
export function hasLateVariable(text: string): boolean {
  return text.search(late) >= 0;
}

function lateIn(value: unknown, at: readonly (string | number)[]): readonly LateVariable[] {
  if (typeof value === 'string') {
    return [...value.matchAll(late)].map(([, name = '']) => ({ name, at }));
  }
  if (Array.isArray(value)) return value.flatMap((each, i) => lateIn(each, [...at, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => lateIn(each, [...at, key]));
}
