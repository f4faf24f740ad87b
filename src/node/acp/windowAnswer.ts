/** What this window answers an agent. `why` is a sentence for the agent, and tells nothing of what lies outside. */
export type WindowAnswer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string };
