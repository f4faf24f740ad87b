import type { ConsentSubject } from '../../core/consent/consentForm';
import { displayText } from '../../core/text';

/** What somebody is called where others are named beside it: a server and an agent can have one name. */
export function amongOthers({ name, noun }: Pick<ConsentSubject, 'name' | 'noun'>): string {
  const quoted = `“${displayText(name, 40)}”`;
  return noun === 'agent' ? `agent ${quoted}` : quoted;
}
