/**
 * How often a measurement does something.
 * @param full as often as it takes for a figure
 * @param quick as often as it takes to run every line, default: once
 */
export type Effort = (full: number, quick?: number) => number;

export const fullEffort: Effort = (full) => full;

/** Shows only that a line can still be measured. */
export const quickEffort: Effort = (_, quick = 1) => quick;
