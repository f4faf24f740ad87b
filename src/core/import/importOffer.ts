import { isRecord } from '../clients/entry';
import { parseInputs } from '../inputs/parseInputs';
import type { ServerDefinition } from '../servers/definition';
import { parseDefinitions } from '../servers/parseDefinition';
import { bringInputs } from './inputsToBring';
import type { ImportCandidate } from './importPlan';
import type { FoundServer } from './readPlace';
import { replaceSecrets, secretsIn } from './secrets';
import { translateEntry } from './translateEntry';
import type { TranslationGround } from './translateVariables';

/** In characters: longer than any command line, and so not worth the time to examine it. */
const longestEntry = 16_384;

/** A server that was found, as it is offered to the user. */
export interface ImportOffer {
  readonly found: FoundServer;
  /** The command line or the URL, with every secret covered. */
  readonly command: string;
  /** What the user should know of it before importing, a few words each. */
  readonly remarks: readonly string[];
  /** Undefined where it cannot be imported; then the last remark says why. */
  readonly candidate: ImportCandidate | undefined;
  /** How many values of it look like secrets. */
  readonly secrets: number;
}

/** Examines a server that was found. @param known the servers that are in the settings already */
export function importOffer(
  found: FoundServer,
  ground: TranslationGround,
  known: readonly Pick<ServerDefinition, 'transport'>[],
): ImportOffer {
  if (!isRecord(found.value) || found.written.text.length > longestEntry) {
    const what = isRecord(found.value) ? 'too long' : 'not an object';
    const why = `cannot be imported: its entry is ${what}`;
    return { found, command: '', remarks: [why], candidate: undefined, secrets: 0 };
  }
  const translated = translateEntry(found.value, found.place, ground);
  const { entry, remarks } = translated;
  const command = commandOf(entry);
  const [parsed] = parseDefinitions({ server: entry }, { kind: 'user' }, parseInputs(everyInput(entry)));
  if (parsed === undefined || parsed.kind === 'faulty') {
    const why = `cannot be imported: ${parsed?.fault.problem ?? 'it cannot be read'}`;
    return { found, command, remarks: [why], candidate: undefined, secrets: 0 };
  }
  const words = wordsOf(parsed.definition);
  const isHere = known.some((each) => wordsOf(each) === words);
  const secrets = secretsIn(entry).length;
  return {
    found,
    command,
    remarks: [
      ...(isHere ? ['is here already'] : []),
      ...remarks,
      ...bringInputs(entry, found.inputs, []).remarks,
      ...(secrets > 0 ? [`holds ${secretsText(secrets)}`] : []),
    ],
    candidate: { found, translated },
    secrets,
  };
}

/** This many secrets, in words. */
export function secretsText(count: number): string {
  return count === 1 ? 'a value that looks like a secret' : `${count} values that look like secrets`;
}

/** The command line or the URL as one text, to compare servers by. */
function wordsOf({ transport }: Pick<ServerDefinition, 'transport'>): string {
  return JSON.stringify(
    transport.type === 'stdio' ? [transport.command, ...transport.args] : [transport.url],
  );
}

/** The command line or the URL, with secrets covered; arguments that are not text are shown as "?". */
function commandOf(entry: Readonly<Record<string, unknown>>): string {
  const { command, args, url } = replaceSecrets(entry, secretsIn(entry), () => '•••');
  if (typeof command !== 'string') return typeof url === 'string' ? url : '';
  const words = (Array.isArray(args) ? (args as readonly unknown[]) : []).map((arg) =>
    typeof arg === 'string' ? arg : '?',
  );
  return [command, ...words].join(' ');
}

/**
 * Definitions for all inputs that an entry uses, so that an undefined one does not make the entry faulty; a remark
 * reports it.
 */
function everyInput(entry: Readonly<Record<string, unknown>>): readonly unknown[] {
  const ids = JSON.stringify(entry).matchAll(/\$\{input:([^}]+)\}/g);
  return [...new Set([...ids].map(([, id]) => id))].map((id) => ({ type: 'promptString', id }));
}
