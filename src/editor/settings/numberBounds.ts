import type { SettingId } from '../ids';

/**
 * The least and the most value of each setting that is a number. The manifest says the same, but VS Code only warns of
 * a value beyond that, and a workspace can set one.
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

/** A value within the bounds of its setting. What is no number, or negative, counts as not set. */
export function boundedNumber(id: NumberId, value: unknown, fallback: number): number {
  const [least, most] = numberBounds[id];
  if (typeof value !== 'number' || !(value >= 0)) return fallback;
  return Math.min(Math.max(value, least), most);
}
