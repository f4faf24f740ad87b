import { isActive } from '../../core/servers/serverState';
import type { Host } from '../../node/host/host';

/** Without a folder the bundled server alone is nothing to look at: the view then says how to get one. */
export function hasNothingToDecide({ consent: { catalog }, supervisor: { defined } }: Host): boolean {
  if (catalog.candidates.length > 0 || defined.faulty.length > 0) return false;
  return defined.all.every(
    ({ definition, state }) => definition.scope.kind === 'bundled' && !isActive(state),
  );
}
