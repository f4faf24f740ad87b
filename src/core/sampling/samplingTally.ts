import type { Fingerprint } from '../consent/decision';

/** What the answers of models cost that a server has asked for while this window lives. */
export interface SamplingCost {
  readonly requests: number;
  /** As the models themselves count. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const nothing: SamplingCost = { requests: 0, inputTokens: 0, outputTokens: 0 };

/** Counts what each server asks of language models. */
export class SamplingTally {
  readonly #costs = new Map<Fingerprint, SamplingCost>();

  /** What a server has cost until now. */
  costOf(server: Fingerprint): SamplingCost {
    return this.#costs.get(server) ?? nothing;
  }

  /** A model has answered, whether that went to the server or not. */
  count(server: Fingerprint, inputTokens: number, outputTokens: number): void {
    const cost = this.costOf(server);
    this.#costs.set(server, {
      requests: cost.requests + 1,
      inputTokens: cost.inputTokens + inputTokens,
      outputTokens: cost.outputTokens + outputTokens,
    });
  }
}
