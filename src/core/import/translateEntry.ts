import { isRecord } from '../clients/entry';
import type { ImportPlace } from './importPlace';
import { translateVariables, type TranslationGround } from './translateVariables';

/** An entry as `mcpRoots.servers` takes it. It may still be one that cannot be used. */
export interface TranslatedEntry {
  readonly entry: Readonly<Record<string, unknown>>;
  /** What is another than it was, or could not be said, a few words each. */
  readonly remarks: readonly string[];
}

const stdioFields = new Set(['type', 'command', 'args', 'cwd', 'env', 'envFile']);
const httpFields = new Set(['type', 'url', 'headers']);

/** The names that clients give to Streamable HTTP and to a process. */
const types: ReadonlyMap<unknown, string> = new Map([
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
  ['streamable_http', 'http'],
  ['local', 'stdio'],
  ['remote', 'http'],
]);

/** Writes an entry of another client as one of ours: the same fields, in the same order, with variables translated. */
export function translateEntry(
  value: Readonly<Record<string, unknown>>,
  place: Pick<ImportPlace, 'variables' | 'folder'>,
  ground: TranslationGround,
): TranslatedEntry {
  const isProcess = 'command' in value;
  const fields = isProcess ? stdioFields : httpFields;
  const remarks: string[] = [];
  const left: string[] = [];
  const translate = (each: unknown): unknown => {
    if (typeof each === 'string') {
      const translated = translateVariables(each, place, ground);
      remarks.push(...translated.remarks);
      return translated.text;
    }
    if (Array.isArray(each)) return each.map(translate);
    if (!isRecord(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, translate(inner)]));
  };
  const entries = Object.entries(value).flatMap(([key, each]): readonly (readonly [string, unknown])[] => {
    // Windsurf calls the address so: https://docs.windsurf.com/windsurf/cascade/mcp.
    const name = key === 'serverUrl' && !isProcess && !('url' in value) ? 'url' : key;
    if (fields.has(name)) return [[name, name === 'type' ? (types.get(each) ?? each) : translate(each)]];
    if (key === 'disabled' && each === true) remarks.push('it is switched off there');
    else if (!harmless.has(key)) left.push(key);
    return [];
  });
  if (left.length > 0) remarks.push(`without ${left.join(', ')}`);
  return { entry: Object.fromEntries(entries), remarks: [...new Set(remarks)] };
}

/** Fields that change nothing of what runs: nobody misses them. */
const harmless = new Set(['disabled', 'description', 'gallery', 'version', 'name']);
