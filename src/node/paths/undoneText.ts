import { denialText } from '../../core/roots/denialText';
import { displayText } from '../../core/text';
import type { Outcome } from './openAllowed';

/**
 * Why nothing was done at a path, in a sentence for whoever asked. It holds the path as it was asked for, and never
 * where that leads; of what lies outside it says one and the same, whether it exists or not.
 */
export function undoneText(
  verb: string,
  path: string,
  outcome: Exclude<Outcome<never>, { kind: 'done' }>,
): string {
  const cannot = `Cannot ${verb} "${displayText(path, 300)}"`;
  switch (outcome.kind) {
    case 'denied':
      return `${cannot}: it ${denialText(outcome.reason)}.`;
    case 'missing':
      return `${cannot}: nothing is there.`;
    case 'failed':
      return `${cannot}: the system says ${outcome.code}.`;
  }
}
