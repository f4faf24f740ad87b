import { isRecord } from '../clients/entry';
import type { ImportPlace } from './importPlace';
import { translateVariables, type TranslationGround } from './translateVariables';

/** An entry in the shape of `mcpRoots.servers`; it may still be unusable. */
export interface TranslatedEntry {
  readonly entry: Readonly<Record<string, unknown>>;
  /** What was changed or could not be translated, a few words each. */
  readonly remarks: readonly string[];
}

const stdioFields = new Set(['type', 'command', 'args', 'cwd', 'env', 'envFile']);
const httpFields = new Set(['type', 'url', 'headers']);

/** Other clients' names for the types of transport. */
const types: ReadonlyMap<unknown, string> = new Map([
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
  ['streamable_http', 'http'],
  ['local', 'stdio'],
  ['remote', 'http'],
]);

/**
 * Translates an entry of another client into one of ours: the same fields in the same order, with variables translated.
 * Fields that are not known are left out, with a remark.
 */
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
    // Windsurf's name for the URL: https://docs.windsurf.com/windsurf/cascade/mcp.
    const name = key === 'serverUrl' && !isProcess && !('url' in value) ? 'url' : key;
    if (fields.has(name)) return [[name, name === 'type' ? (types.get(each) ?? each) : translate(each)]];
    if (key === 'disabled' && each === true) remarks.push('it is switched off there');
    else if (!harmless.has(key)) left.push(key);
    return [];
  });
  if (left.length > 0) remarks.push(`without ${left.join(', ')}`);
  return { entry: Object.fromEntries(entries), remarks: [...new Set(remarks)] };
}

/** Fields without effect on what runs: no remark says that they are left out. */
const harmless = new Set(['disabled', 'description', 'gallery', 'version', 'name']);
