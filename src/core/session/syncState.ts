/** How well one server process knows its present list of roots. */
export type SyncState =
  | { readonly kind: 'undeclared' }
  /** `mayBeUnable`: the server is reached by a URL and offers no stream on which it could ask on its own. */
  | { readonly kind: 'never asked'; readonly mayBeUnable?: true }
  /** `at`: milliseconds since the epoch; `count`: how many roots the answer carried. */
  | { readonly kind: 'in sync'; readonly at: number; readonly count: number }
  /** Its last `roots/list` failed by a fault of this extension and told it nothing. `at` as above. */
  | { readonly kind: 'faulty'; readonly at: number }
  /** The list has changed since the last answer; `since`: when, in milliseconds since the epoch. */
  | { readonly kind: 'stale'; readonly since: number };
