import * as z from 'zod/mini';
import type { WindowState } from '../../core/consent/windowLease';
import { decision, fieldsOfWord, fingerprint, heldFor, withdrawal } from './fields';
import type { Json } from './signature';

/** Is there nothing to hand on? */
export function isEmpty(state: WindowState): boolean {
  return Object.values(state).every((each: readonly unknown[]) => each.length === 0);
}

/** A window's state as JSON, which `windowState` reads. */
export function windowStateToJson({
  sessionDecisions,
  unkept,
  revoked,
  sampling,
  running,
}: WindowState): Json {
  return {
    running,
    sampling,
    sessionDecisions: sessionDecisions.map(fieldsOfWord),
    unkept: unkept.map(fieldsOfWord),
    revoked: revoked.map((each) => ({ ...fieldsOfWord(each), duration: each.duration })),
  };
}

/** Reads what `windowStateToJson` made; nothing of it where any part does not fit. */
export const windowState: z.ZodMiniType<WindowState> = z.object({
  running: z.array(z.string()),
  // Earlier versions wrote nothing of sampling.
  sampling: z._default(z.array(fingerprint), []),
  sessionDecisions: z.array(heldFor('session')),
  unkept: z.array(
    z.union([withdrawal, heldFor('always').check(z.refine(({ verdict }) => verdict === 'deny'))]),
  ),
  revoked: z.array(
    z.object({ ...decision.shape, duration: z._default(z.enum(['session', 'always']), 'session') }),
  ),
});
