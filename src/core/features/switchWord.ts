import type { Fingerprint } from '../consent/decision';
import type { LogLevel } from './logLevel';

/**
 * One word of the user about one feature of one server. Each feature has a record of its own, so that two windows in
 * which different ones are switched at the same moment never undo each other's word.
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

/** What is kept of sampling; that it is allowed for the session, the window alone knows. */
export type KeptSampling = 'off' | 'ask' | 'always';

/** The digests of the tools that the server had when it was trusted: one that is changed or new is not among them. */
export type TrustedTools = readonly string[];

/** Of two words of one moment the one that gives less holds. */
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
