import type { Fingerprint } from '../../core/consent/decision';
import { sessionRequests, type DisclosureEvent, type Who } from '../../core/record/disclosure';
import type { CallEnds } from '../../core/record/callEnds';
import type { RecordEntry } from '../../core/record/recordEntry';
import { callEnds } from '../../core/session/toolCalls';
import type { ProcessIdentity } from './processIdentity';
import type { Fields } from './signature';
import { areTexts, recordOf } from '../../core/recordOf';

/** One line of a file of the record. */
export type RecordLine =
  | { readonly kind: 'entry'; readonly entry: RecordEntry }
  /** The extension host that writes the file. */
  | { readonly kind: 'window'; readonly host: ProcessIdentity }
  | { readonly kind: 'gap'; readonly gap: Gap };

/** A time of which the record lacks entries, in milliseconds since the epoch, and how many. */
export interface Gap {
  readonly from: number;
  readonly until: number;
  readonly lost: number;
}

/** A line as fields of JSON. */
export function fieldsOf(line: RecordLine): Fields {
  switch (line.kind) {
    case 'entry': {
      const { at, place, times, until, serverId, server, fingerprint, who, session, what } = line.entry;
      return {
        at,
        place,
        ...(times > 1 && { times, until }),
        serverId,
        server,
        fingerprint,
        ...(typeof who === 'string' ? { who } : { who: 'a client', client: who.client }),
        ...(session !== undefined && { session }),
        ...what,
      };
    }
    case 'window':
      return { event: 'window', ...line.host };
    case 'gap':
      return { event: 'gap', ...line.gap };
  }
}

/** Reads a line back; nothing when it is of no form that `fieldsOf` gives. */
export function parseLine(fields: Fields): RecordLine | undefined {
  const { event } = fields;
  if (event === 'window') {
    const { machine, pid, started } = fields;
    if (typeof machine !== 'string' || typeof pid !== 'number' || typeof started !== 'string')
      return undefined;
    return { kind: 'window', host: { machine, pid, started } };
  }
  if (event === 'gap') {
    const { from, until, lost } = fields;
    if (typeof from !== 'number' || typeof until !== 'number' || typeof lost !== 'number') return undefined;
    return { kind: 'gap', gap: { from, until, lost } };
  }
  const entry = parseEntry(fields);
  return entry && { kind: 'entry', entry };
}

function parseEntry(fields: Fields): RecordEntry | undefined {
  const { at, place, serverId, server, fingerprint, session } = fields;
  const what = parseEvent(fields);
  const who = parseWho(fields);
  if (what === undefined || who === undefined) return undefined;
  if (typeof at !== 'number' || typeof place !== 'number') return undefined;
  if (typeof serverId !== 'string' || typeof server !== 'string' || typeof fingerprint !== 'string')
    return undefined;
  if (session !== undefined && typeof session !== 'string') return undefined;
  const times = typeof fields['times'] === 'number' ? fields['times'] : 1;
  const until = typeof fields['until'] === 'number' ? fields['until'] : at;
  return {
    at,
    place,
    times,
    until,
    serverId,
    server,
    fingerprint: fingerprint as Fingerprint,
    who,
    session,
    what,
  };
}

function parseWho({ who, client }: Fields): Who | undefined {
  if (who === 'this window') return who;
  return who === 'a client' && typeof client === 'string' ? { client } : undefined;
}

function parseEvent(fields: Fields): DisclosureEvent | undefined {
  const { event } = fields;
  switch (event) {
    case 'spawned': {
      const { pid, cwd, told } = fields;
      if (typeof pid !== 'number' || typeof cwd !== 'string' || !areTexts(told)) return undefined;
      return { event, pid, cwd, told };
    }
    case 'connected': {
      const { address, told } = fields;
      if (typeof address !== 'string' || !areTexts(told)) return undefined;
      return { event, address, told };
    }
    case 'initialised': {
      const { protocolVersion, serverInfo } = fields;
      if (typeof protocolVersion !== 'string' || typeof serverInfo !== 'string') return undefined;
      return {
        event,
        ...(fields['protocol'] === 'ACP' && { protocol: 'ACP' }),
        protocolVersion,
        serverInfo,
      };
    }
    case 'answered':
    case 'not untold': {
      const { uris } = fields;
      return areTexts(uris) ? { event, uris } : undefined;
    }
    case 'session': {
      const { uris } = fields;
      const by = sessionRequests.find((each) => each === fields['by']);
      return by !== undefined && areTexts(uris) ? { event, by, uris } : undefined;
    }
    case 'held': {
      const { method } = fields;
      return typeof method === 'string' ? { event, method } : undefined;
    }
    case 'released': {
      const { count } = fields;
      return typeof count === 'number' ? { event, count } : undefined;
    }
    case 'replaced':
    case 'refused':
    case 'sampling refused':
    case 'failed': {
      const { why } = fields;
      return typeof why === 'string' ? { event, why } : undefined;
    }
    case 'called': {
      const { tool } = fields;
      const ends = parseEnds(fields['ends']);
      return typeof tool === 'string' ? { event, tool, ...(ends && { ends }) } : undefined;
    }
    case 'sampled': {
      const { model, inputTokens, outputTokens } = fields;
      if (typeof model !== 'string') return undefined;
      if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return undefined;
      return { event, model, inputTokens, outputTokens };
    }
    case 'elicited': {
      const { how, outcome } = fields;
      if (how !== 'form' && how !== 'address') return undefined;
      return outcome === 'accept' || outcome === 'decline' || outcome === 'cancel'
        ? { event, how, outcome }
        : undefined;
    }
    case 'exited': {
      const { how } = fields;
      return typeof how === 'string' ? { event, how } : undefined;
    }
    case 'decided': {
      const { folder, verdict, duration } = fields;
      if (typeof folder !== 'string' || (verdict !== 'allow' && verdict !== 'deny')) return undefined;
      return duration === 'session' || duration === 'always'
        ? { event, folder, verdict, duration }
        : undefined;
    }
    case 'withdrawn': {
      const { folder } = fields;
      return typeof folder === 'string' ? { event, folder } : undefined;
    }
    case 'asked':
    case 'list_changed':
    case 'approved':
    case 'approval taken back':
      return { event };
    default:
      return undefined;
  }
}

/** Undefined where the line says nothing of ends, as in versions that did not know of any. */
function parseEnds(value: unknown): CallEnds | undefined {
  const { counts, shortest, longest } = recordOf(value);
  if (typeof shortest !== 'number' || typeof longest !== 'number') return undefined;
  const of = recordOf(counts);
  const known = callEnds.flatMap((how) => {
    const count = of[how];
    return typeof count === 'number' ? [[how, count] as const] : [];
  });
  return { counts: Object.fromEntries(known), shortest, longest };
}
