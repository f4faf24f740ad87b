import type { Fingerprint } from '../consent/decision';

/** What the requests of a server to language models cost, since this window was opened. */
export interface SamplingCost {
  readonly requests: number;
  /** As the models count them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const nothing: SamplingCost = { requests: 0, inputTokens: 0, outputTokens: 0 };

/** Counts what each server uses of language models. */
export class SamplingTally {
  readonly #costs = new Map<Fingerprint, SamplingCost>();

  costOf(server: Fingerprint): SamplingCost {
    return this.#costs.get(server) ?? nothing;
  }

  /** Counts an answer of a model, whether it went to the server or not. */
  count(server: Fingerprint, inputTokens: number, outputTokens: number): void {
    const cost = this.costOf(server);
    this.#costs.set(server, {
      requests: cost.requests + 1,
      inputTokens: cost.inputTokens + inputTokens,
      outputTokens: cost.outputTokens + outputTokens,
    });
  }
}
