import type { DisclosureEvent } from './disclosure';
import type { SessionFact } from '../session/sessionEffect';

/**
 * The event that is recorded for a fact of a session; undefined for a fact that tells nobody anything, and for calls of
 * tools, which `MeasuredCalls` records.
 */
export function disclosureOf(fact: SessionFact): DisclosureEvent | undefined {
  switch (fact.fact) {
    case 'ready':
    case 'asleep':
    case 'called':
    case 'call ended':
      return undefined;
    case 'asked':
      return { event: 'asked' };
    case 'answered':
      return { event: 'answered', uris: fact.roots.map(({ uri }) => uri) };
    case 'announced':
      return { event: 'list_changed' };
    case 'held':
      return { event: 'held', method: fact.method };
    case 'released':
      return { event: 'released', count: fact.count };
    case 'replaced':
      return { event: 'replaced', why: fact.why };
    case 'refused':
      return { event: 'refused', why: fact.why };
  }
}
