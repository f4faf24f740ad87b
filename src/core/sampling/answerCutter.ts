/** Why an answer ended (MCP, client/sampling). */
export type StopReason = 'endTurn' | 'stopSequence' | 'maxTokens';

/** The answer of a model, cut where the request demands it, and why it ended. */
export interface CutAnswer {
  readonly text: string;
  readonly stopReason: StopReason;
}

/**
 * Cuts the answer of a model at the first stop sequence, which is left out, or at the greatest number of tokens. Models
 * of the editor do not promise to follow either, so it is done here; and so `stopReason` is true.
 */
export class AnswerCutter {
  readonly #stopSequences: readonly string[];
  readonly #maxTokens: number;
  readonly #countTokens: (text: string) => Promise<number>;
  readonly #longestStop: number;
  #text = '';
  /** At which length of the text the tokens are counted next: there are at most as many tokens as characters. */
  #countAt: number;

  constructor(
    { stopSequences, maxTokens }: { readonly stopSequences: readonly string[]; readonly maxTokens: number },
    countTokens: (text: string) => Promise<number>,
  ) {
    this.#stopSequences = stopSequences.filter((each) => each !== '');
    this.#maxTokens = maxTokens;
    this.#countTokens = countTokens;
    this.#longestStop = Math.max(0, ...this.#stopSequences.map(({ length }) => length));
    this.#countAt = maxTokens + 1;
  }

  /** Takes the next piece of the answer. @returns the whole answer when it ends here */
  async take(chunk: string): Promise<CutAnswer | undefined> {
    const from = Math.max(0, this.#text.length - this.#longestStop + 1);
    this.#text += chunk;
    const stops = this.#stopSequences.map((each) => this.#text.indexOf(each, from)).filter((at) => at >= 0);
    const stop = Math.min(...stops);
    const before = stops.length === 0 ? this.#text : this.#text.slice(0, stop);
    const cut = before.length >= this.#countAt ? await this.#cut(before) : undefined;
    if (cut !== undefined) return cut;
    return stops.length === 0 ? undefined : { text: before, stopReason: 'stopSequence' };
  }

  /** The model has ended its answer. */
  async end(): Promise<CutAnswer> {
    return (await this.#cut(this.#text)) ?? { text: this.#text, stopReason: 'endTurn' };
  }

  /** The longest beginning with no more tokens than are allowed; undefined where that is the whole text. */
  async #cut(text: string): Promise<CutAnswer | undefined> {
    const count = text.length > this.#maxTokens ? await this.#countTokens(text) : 0;
    // A shorter text cannot have too many tokens.
    this.#countAt = text.length + Math.max(1, this.#maxTokens - count);
    if (count <= this.#maxTokens) return undefined;
    let [fits, tooLong] = [0, text.length];
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if ((await this.#countTokens(text.slice(0, middle))) <= this.#maxTokens) fits = middle;
      else tooLong = middle;
    }
    return { text: text.slice(0, fits).replace(/[\ud800-\udbff]$/, ''), stopReason: 'maxTokens' };
  }
}
