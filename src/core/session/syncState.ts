/** How well one server process knows its present list of roots. */
export type SyncState =
  | { readonly kind: 'undeclared' }
  | { readonly kind: 'never asked' }
  /** `at`: milliseconds since the epoch; `count`: how many roots the answer carried. */
  | { readonly kind: 'in sync'; readonly at: number; readonly count: number }
  /** The list has changed since it was last answered. */
  | { readonly kind: 'stale'; readonly since: number };
