import { isActive } from '../../core/servers/serverState';
import type { Host } from '../../node/host/host';

/**
 * Is there no folder, and nothing but the bundled server, which does not run? Then the view says how to get a folder
 * instead of showing lines.
 */
export function hasNothingToDecide({ consent: { catalog }, supervisor: { defined } }: Host): boolean {
  if (catalog.candidates.length > 0 || defined.faulty.length > 0) return false;
  return defined.all.every(
    ({ definition, state }) => definition.scope.kind === 'bundled' && !isActive(state),
  );
}
