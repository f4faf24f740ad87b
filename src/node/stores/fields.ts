import * as z from 'zod/mini';
import type { Decision, Duration, Fingerprint, Withdrawal } from '../../core/consent/decision';
import type { RealPath } from '../../core/roots/realPath';
import type { Fields } from './signature';

const isText = (value: unknown) => typeof value === 'string';

/** Fields that several records have. Only their form is checked, since the signature says that they are ours. */
export const fingerprint = z.custom<Fingerprint>(isText);
export const realPath = z.custom<RealPath>(isText);
/** Milliseconds since the epoch. */
export const time = z.number();

const pair = { server: fingerprint, folder: realPath, decidedAt: time };

export const withdrawal = z.object({ ...pair, verdict: z.literal('undecided') });

/** Says nothing of how long it holds, which its place does: `always` in the store, `session` with a window. */
export const decision = z.object({
  ...pair,
  verdict: z.enum(['allow', 'deny']),
  /** Left out where it does not say which directory it is for: versions until 0.2.0 never did. */
  identity: z.exactOptional(z.object({ device: z.string(), inode: z.string() })),
});

/** Writes what `decision` and `withdrawal` read. */
export function fieldsOfWord({ server, folder, verdict, decidedAt, ...more }: Decision | Withdrawal): Fields {
  const meant = 'identity' in more && more.identity !== undefined ? { identity: { ...more.identity } } : {};
  return { server, folder, verdict, decidedAt, ...meant };
}

/** Reads a decision and gives it this duration. */
export function heldFor(duration: Duration) {
  return z.pipe(
    decision,
    z.transform((word): Decision => ({ ...word, duration })),
  );
}
