import type { Disclosure, DisclosureEvent } from './disclosure';
import { displayText } from '../text';

/** One line of the record: a fact, and how often it was repeated in its session. */
export interface RecordEntry extends Disclosure {
  /** Its place among all entries of its window, from 1 on. */
  readonly place: number;
  readonly times: number;
  /** When it happened last, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * The fact as it is kept: whatever a server, a client or a definition may have written is made harmless and short (rule
 * 9). URIs and paths of folders stay exact: they were written by this side.
 */
export function recordable(fact: Disclosure): Disclosure {
  const { who } = fact;
  return {
    ...fact,
    server: displayText(fact.server, 80),
    who: typeof who === 'string' ? who : { client: displayText(who.client, 80) },
    what: recordableEvent(fact.what),
  };
}

function recordableEvent(what: DisclosureEvent): DisclosureEvent {
  switch (what.event) {
    case 'initialised': {
      const { protocolVersion, serverInfo } = what;
      return {
        ...what,
        protocolVersion: displayText(protocolVersion, 20),
        serverInfo: displayText(serverInfo, 80),
      };
    }
    case 'held':
      return { event: what.event, method: displayText(what.method, 80) };
    case 'called':
      return {
        event: what.event,
        tool: displayText(what.tool, 80),
        ...(what.ends !== undefined && { ends: what.ends }),
      };
    case 'call ended':
      return { ...what, tool: displayText(what.tool, 80) };
    case 'sampled':
      return { ...what, model: displayText(what.model, 80) };
    case 'replaced':
    case 'refused':
    case 'sampling refused':
    case 'failed':
      return { event: what.event, why: displayText(what.why, 500) };
    case 'exited':
      return { event: what.event, how: displayText(what.how, 500) };
    case 'connected':
      return { ...what, address: displayText(what.address, 500) };
    case 'spawned':
    case 'asked':
    case 'answered':
    case 'session':
    case 'list_changed':
    case 'not untold':
    case 'released':
    case 'elicited':
    case 'decided':
    case 'withdrawn':
    case 'approved':
    case 'approval taken back':
      return what;
  }
}

/** Do both events say the same? */
export function sameEvent(a: DisclosureEvent, b: DisclosureEvent): boolean {
  // By far the most frequent one, and the one that can be long.
  if (a.event === 'answered' && b.event === 'answered') {
    return a.uris.length === b.uris.length && a.uris.every((uri, i) => uri === b.uris[i]);
  }
  if (a.event === 'called' && b.event === 'called') return a.tool === b.tool;
  return a.event === b.event && JSON.stringify(a) === JSON.stringify(b);
}
