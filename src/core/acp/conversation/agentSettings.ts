import * as z from 'zod/mini';
import { displayText } from '../../text';
import { lenient, lenientWith } from './lenient';

/** A command that the user may write as `/name` at the beginning of a message. */
export interface AgentCommand {
  readonly name: string;
  readonly description: string;
  /** What is to be written after it; undefined where nothing is. */
  readonly hint: string | undefined;
}

/** One thing of several that can be chosen. Name and description are fit to be shown. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly description: string | undefined;
}

/** In what manner the agent works. */
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

/** What can be set for a session, as the answer that opens it says it; undefined where it says nothing. */
export interface OpeningSettings {
  readonly modes?: AgentModes | undefined;
  readonly options?: readonly AgentOption[] | undefined;
}

/** More commands, modes, options or choices are not offered. */
const most = 200;

const id = z.string().check(z.minLength(1), z.maxLength(1024));
const text = lenient(z.string());
const list = lenientWith(z.array(z.unknown()), []);

/** Passed on to the agent as the user's text: no spaces, no second line. */
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
  z.looseObject({ ...named, type: z.literal('select'), currentValue: z.string(), options: list }),
  z.looseObject({ ...named, type: z.literal('boolean'), currentValue: z.boolean() }),
]);

/** Reads `modes` and `configOptions` of an answer that opens a session. What is malformed is taken as left out. */
export function readOpeningSettings(answer: object): OpeningSettings {
  const modes = 'modes' in answer ? readModes(answer.modes) : undefined;
  const options =
    'configOptions' in answer && Array.isArray(answer.configOptions)
      ? readOptions(answer.configOptions)
      : undefined;
  return { ...(modes && { modes }), ...(options && { options }) };
}

/** Reads a list of commands; one that is malformed is passed over. */
export function readCommands(value: readonly unknown[]): readonly AgentCommand[] {
  return all(value, (each) => {
    const parsed = z.safeParse(command, each);
    if (!parsed.success) return undefined;
    const { name, description, input } = parsed.data;
    return { name, description: shown(description) ?? '', hint: shown(input?.hint) };
  });
}

/** Reads a list of options; one that is malformed is passed over. */
export function readOptions(value: readonly unknown[]): readonly AgentOption[] {
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
    return { kind: 'select', ...head, current: data.currentValue, choices: readChoices(data.options) };
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

/** Groups lose their heads: a pick shows them as part of the name. */
function readChoices(value: readonly unknown[]): readonly Choice[] {
  return all(value, (each): Choice | readonly Choice[] | undefined => {
    const grouped = z.safeParse(group, each);
    if (grouped.success && !z.safeParse(choice, each).success) {
      return readChoices(grouped.data.options).map((one) => ({
        ...one,
        name: `${displayText(grouped.data.name, 60)}: ${one.name}`,
      }));
    }
    const parsed = z.safeParse(choice, each);
    if (!parsed.success) return undefined;
    const { value: chosen, name, description } = parsed.data;
    return { value: chosen, name: displayText(name, 100), description: shown(description) };
  }).flat();
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
