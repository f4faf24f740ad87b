/** Why the shim cannot connect its client, in one sentence for its stderr. */
export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly kind: 'no window' | 'other' = 'other',
  ) {
    super(sentence);
  }
}
