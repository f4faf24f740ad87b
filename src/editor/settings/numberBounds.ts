import type { SettingId } from '../ids';

/**
 * The least and the most that each setting takes that is a number. The manifest says the same, but of a value beyond it
 * VS Code only warns, and a workspace can set one.
 */
export const numberBounds = {
  initializeTimeout: [0.1, 3600],
  requestTimeout: [0.1, 86_400],
  requestTimeoutMaximum: [0.1, 86_400],
  stopGrace: [0, 5],
  idleTimeout: [0, 1440],
  messageLimit: [1, 512],
  samplingMaxTokens: [1, 1_000_000],
} as const satisfies Partial<Record<SettingId, readonly [least: number, most: number]>>;

export type NumberId = keyof typeof numberBounds;

/** A value within the bounds of its setting. One of a wrong kind, or below nothing, counts as not set. */
export function boundedNumber(id: NumberId, value: unknown, fallback: number): number {
  const [least, most] = numberBounds[id];
  if (typeof value !== 'number' || !(value >= 0)) return fallback;
  return Math.min(Math.max(value, least), most);
}
