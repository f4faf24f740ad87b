/** How well one server process knows its present list of roots. */
export type SyncState =
  | { readonly kind: 'undeclared' }
  /** `mayBeUnable`: it is reached by an address and offers no stream by which it could ask on its own. */
  | { readonly kind: 'never asked'; readonly mayBeUnable?: true }
  /** `at`: milliseconds since the epoch; `count`: how many roots the answer carried. */
  | { readonly kind: 'in sync'; readonly at: number; readonly count: number }
  /** Its last question met with a fault of this side, and told it of nothing. `at` as above. */
  | { readonly kind: 'faulty'; readonly at: number }
  /** The list has changed since it was last answered. */
  | { readonly kind: 'stale'; readonly since: number };
