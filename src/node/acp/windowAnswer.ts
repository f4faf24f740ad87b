/**
 * The answer of this window to an agent. `why` is a sentence for the agent and reveals nothing of what is outside its
 * folders.
 */
export type WindowAnswer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string };
