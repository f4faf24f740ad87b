import { readFileSync } from 'node:fs';
import { messageOf } from '../../src/core/errors';

/** One change to the disk, or to the grants, as a case file writes it. */
export type Step = Readonly<Record<string, unknown>> & { readonly op: string };

/** One question to containment and its right answer. */
export interface Case {
  readonly id: string;
  readonly os: 'posix' | 'win32' | 'any';
  readonly layer: string;
  /** A sentence where the set-up can only be made by hand. */
  readonly setup: readonly Step[] | string;
  readonly roots: readonly string[];
  readonly path: string;
  readonly op: 'read' | 'write' | 'list';
  readonly expect: 'allow' | 'deny';
  /** After the roots were pinned, before anything is judged. */
  readonly afterGrant: readonly Step[];
  /** After the judgement, before what it allowed is opened. */
  readonly between: readonly Step[];
  readonly requires: string | undefined;
}

/** A case that cannot be understood: it fails, rather than pass for a wrong reason. */
export interface Malformed {
  readonly id: string;
  readonly fault: string;
}

/**
 * Reads a case file.
 * @throws when it cannot be read, is not JSON, or is not a list with at least one case.
 */
export function readCases(file: string): readonly (Case | Malformed)[] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(content)) throw new Error(`${file} is not a list of cases.`);
  if (content.length === 0) throw new Error(`${file} has no cases.`);
  return content.map(parseCase);
}

function parseCase(value: unknown, index: number): Case | Malformed {
  const { id = `case ${index + 1}`, ...rest } = isRecord(value) ? value : {};
  const name = String(id);
  try {
    return { id: name, ...parseFields(rest) };
  } catch (error) {
    return { id: name, fault: messageOf(error) };
  }
}

function parseFields(fields: Record<string, unknown>): Omit<Case, 'id'> {
  const { setup, roots, path, layer, requires } = fields;
  if (typeof path !== 'string') throw new Error('path is not text');
  if (typeof layer !== 'string') throw new Error('layer is not text');
  if (!Array.isArray(roots) || !roots.every((root) => typeof root === 'string')) {
    throw new Error('roots is not a list of texts');
  }
  if (requires !== undefined && typeof requires !== 'string') throw new Error('requires is not text');
  return {
    os: oneOf(fields['os'], 'os', ['posix', 'win32', 'any']),
    layer,
    setup: typeof setup === 'string' ? setup : steps(setup, 'setup'),
    roots,
    path,
    op: oneOf(fields['op'], 'op', ['read', 'write', 'list']),
    expect: oneOf(fields['expect'], 'expect', ['allow', 'deny']),
    afterGrant: steps(fields['afterGrant'] ?? [], 'afterGrant'),
    between: steps(fields['between'] ?? [], 'between'),
    requires,
  };
}

function oneOf<T extends string>(value: unknown, field: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined)
    throw new Error(`${field} is ${JSON.stringify(value)}, not ${choices.join(' or ')}`);
  return choice;
}

function steps(value: unknown, field: string): readonly Step[] {
  if (Array.isArray(value) && value.every(isStep)) return value;
  throw new Error(`${field} is not a list of steps`);
}

function isStep(value: unknown): value is Step {
  return isRecord(value) && typeof value['op'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
