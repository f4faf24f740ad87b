import type { ConsentSubject } from '../../core/consent/consentForm';
import { displayText } from '../../core/text';

/**
 * The quoted name of a server or an agent, for a text that names several. An agent is called one: a server can have the
 * same name.
 */
export function amongOthers({ name, noun }: Pick<ConsentSubject, 'name' | 'noun'>): string {
  const quoted = `“${displayText(name, 40)}”`;
  return noun === 'agent' ? `agent ${quoted}` : quoted;
}
