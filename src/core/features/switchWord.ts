import type { Fingerprint } from '../consent/decision';
import type { LogLevel } from './logLevel';

/**
 * One decision of the user about one feature of one server. Each feature has a record of its own, so that two windows
 * that switch different features at the same moment do not undo each other's decision.
 */
export type SwitchWord = {
  readonly server: Fingerprint;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
} & (
  | { readonly feature: 'sampling'; readonly to: KeptSampling }
  | { readonly feature: 'elicitation'; readonly to: 'on' | 'off' }
  | { readonly feature: 'trusted'; readonly to: TrustedTools | 'off' }
  | { readonly feature: 'log level'; readonly to: LogLevel | 'unset' }
);

export type Feature = SwitchWord['feature'];

/** What is kept about sampling. A permission for the session is known to its window only. */
export type KeptSampling = 'off' | 'ask' | 'always';

/**
 * The digests of the tools that the server had when it was trusted; tools that are new or changed are not among them.
 */
export type TrustedTools = readonly string[];

/** Of two decisions with the same time, the one with the higher number holds: the one that allows less. */
export function cautionOf(word: SwitchWord): number {
  switch (word.feature) {
    case 'sampling':
      return { off: 2, ask: 1, always: 0 }[word.to];
    case 'elicitation':
    case 'trusted':
      return word.to === 'off' ? 1 : 0;
    case 'log level':
      return 0;
  }
}
