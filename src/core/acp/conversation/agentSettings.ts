import * as z from 'zod/mini';
import { displayText } from '../../text';
import { lenient, lenientWith } from './lenient';

/** A command that the user may write as `/name` at the beginning of a message. */
export interface AgentCommand {
  readonly name: string;
  readonly description: string;
  /** What the user is to write after it; undefined where nothing is. */
  readonly hint: string | undefined;
}

/** One of several values that can be chosen. Name and description are fit to be shown. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly description: string | undefined;
}

/** The modes in which the agent can work, and the present one. */
export interface AgentModes {
  readonly current: string;
  readonly available: readonly Choice[];
}

/** Something that can be set for a session. */
export type AgentOption =
  | {
      readonly kind: 'select';
      readonly id: string;
      readonly name: string;
      readonly description: string | undefined;
      readonly category: string | undefined;
      readonly current: string;
      readonly choices: readonly Choice[];
    }
  | {
      readonly kind: 'boolean';
      readonly id: string;
      readonly name: string;
      readonly description: string | undefined;
      readonly category: string | undefined;
      readonly current: boolean;
    };

/** What can be set for a session, from the answer that opens it; undefined where the answer does not say. */
export interface OpeningSettings {
  readonly modes?: AgentModes | undefined;
  readonly options?: readonly AgentOption[] | undefined;
}

/** How many commands, modes, options, or choices of one option are read at most. */
const most = 200;

/** How many choices of all options together are read at most. */
const mostChoices = 2000;

const id = z.string().check(z.minLength(1), z.maxLength(1024));
const text = lenient(z.string());
const list = lenientWith(z.array(z.unknown()), []);

/** It is sent to the agent as part of the user's text: no spaces, no line breaks. */
const commandName = z
  .string()
  .check(z.minLength(1), z.maxLength(100), z.regex(/^[^\s/\p{Cc}][^\s\p{Cc}]*$/u));

const command = z.looseObject({
  name: commandName,
  description: text,
  input: lenient(z.looseObject({ hint: text })),
});
const mode = z.looseObject({ id, name: z.string(), description: text });
const modeState = z.looseObject({ currentModeId: id, availableModes: list });
const choice = z.looseObject({ value: id, name: z.string(), description: text });
const group = z.looseObject({ name: z.string(), options: list });
const named = { id, name: z.string(), description: text, category: text };
const option = z.discriminatedUnion('type', [
  z.looseObject({ ...named, type: z.literal('select'), currentValue: id, options: list }),
  z.looseObject({ ...named, type: z.literal('boolean'), currentValue: z.boolean() }),
]);

/** Reads `modes` and `configOptions` of an answer that opens a session. What is malformed counts as left out. */
export function readOpeningSettings(answer: object): OpeningSettings {
  const modes = 'modes' in answer ? readModes(answer.modes) : undefined;
  const options =
    'configOptions' in answer && Array.isArray(answer.configOptions)
      ? readOptions(answer.configOptions)
      : undefined;
  return { ...(modes && { modes }), ...(options && { options }) };
}

/** Reads a list of commands; malformed ones are skipped. */
export function readCommands(value: readonly unknown[]): readonly AgentCommand[] {
  return all(value, (each) => {
    const parsed = z.safeParse(command, each);
    if (!parsed.success) return undefined;
    const { name, description, input } = parsed.data;
    return { name, description: shown(description) ?? '', hint: shown(input?.hint) };
  });
}

/** Reads a list of options; malformed ones are skipped. */
export function readOptions(value: readonly unknown[]): readonly AgentOption[] {
  let room = mostChoices;
  return all(value, (each): AgentOption | undefined => {
    const parsed = z.safeParse(option, each);
    if (!parsed.success) return undefined;
    const { data } = parsed;
    const head = {
      id: data.id,
      name: displayText(data.name, 100),
      description: shown(data.description),
      category: shown(data.category),
    };
    if (data.type === 'boolean') return { kind: 'boolean', ...head, current: data.currentValue };
    const choices = readChoices(data.options).slice(0, room);
    room -= choices.length;
    return { kind: 'select', ...head, current: data.currentValue, choices };
  });
}

function readModes(value: unknown): AgentModes | undefined {
  const parsed = z.safeParse(modeState, value);
  if (!parsed.success) return undefined;
  const available = all(parsed.data.availableModes, (each): Choice | undefined => {
    const one = z.safeParse(mode, each);
    if (!one.success) return undefined;
    const { id: value_, name, description } = one.data;
    return { value: value_, name: displayText(name, 100), description: shown(description) };
  });
  return { current: parsed.data.currentModeId, available };
}

/**
 * Choices of an option as one flat list: the name of a group becomes part of the names of its choices. Groups within
 * groups are not read: ACP has none (session config options), and an agent could nest them without limit.
 */
function readChoices(value: readonly unknown[]): readonly Choice[] {
  const choices = all(value, (each): readonly Choice[] | undefined => {
    const one = readChoice(each);
    if (one !== undefined) return [one];
    const grouped = z.safeParse(group, each);
    if (!grouped.success) return undefined;
    const head = displayText(grouped.data.name, 60);
    return all(grouped.data.options, readChoice).map((inside) => ({
      ...inside,
      name: `${head}: ${inside.name}`,
    }));
  });
  return choices.flat().slice(0, most);
}

function readChoice(each: unknown): Choice | undefined {
  const parsed = z.safeParse(choice, each);
  if (!parsed.success) return undefined;
  const { value, name, description } = parsed.data;
  return { value, name: displayText(name, 100), description: shown(description) };
}

function all<T>(value: readonly unknown[], read: (each: unknown) => T | undefined): readonly T[] {
  return value.slice(0, most).flatMap((each) => {
    const one = read(each);
    return one === undefined ? [] : [one];
  });
}

function shown(value: string | null | undefined): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : displayText(value, 300);
}
