/** Why the shim cannot serve, in one sentence for its stderr. */
export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly kind: 'no window' | 'other' = 'other',
  ) {
    super(sentence);
  }
}
