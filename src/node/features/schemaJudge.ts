import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Slot, toDisposable, type Disposable } from '../../core/lifecycle';
import { whyUnusable } from '../../core/tools/schemaBounds';

/** How long applying a schema may take, in milliseconds. */
const usualBound = 5000;

/** A question to the thread. */
export interface JudgeQuestion {
  readonly id: number;
  readonly schema: unknown;
  readonly value: unknown;
}

/** The thread's answer. */
export interface Judgement {
  readonly id: number;
  readonly kind: 'fits' | 'does not fit' | 'cannot be judged';
  readonly why: string;
}

/** Whether a value matches a schema; `why` may contain text from a hostile schema. */
export type Verdict =
  { readonly kind: 'fits' } | { readonly kind: 'does not fit' | 'cannot be judged'; readonly why: string };

/**
 * Checks values against the schemas of servers. A schema is hostile: it may be malformed, recurse without end, double
 * its work at each level, or contain a regular expression that never ends. So it is applied in a thread of its own,
 * which is ended when that takes too long, by a validator that compiles no code and fetches nothing.
 */
export class SchemaJudge implements Disposable {
  readonly #thread = new Slot<Thread>();
  readonly #bound: number;
  #lastId = 0;

  /** @param bound how long each check may take, in milliseconds */
  constructor(bound = usualBound) {
    this.#bound = bound;
  }

  /** Never throws: what cannot be judged gives a verdict that says so. */
  async judge(schema: unknown, value: unknown): Promise<Verdict> {
    const why = whyUnusable(schema);
    if (why !== undefined) return { kind: 'cannot be judged', why };
    const id = (this.#lastId += 1);
    const thread = (this.#thread.value ??= new Thread(this.#bound));
    const judgement = await thread.ask({ id, schema, value });
    if (judgement === undefined) {
      if (this.#thread.value === thread) this.#thread.value = undefined;
      return { kind: 'cannot be judged', why: 'applying its schema took too long' };
    }
    return judgement.kind === 'fits' ? { kind: 'fits' } : { kind: judgement.kind, why: judgement.why };
  }

  dispose(): void {
    this.#thread.dispose();
  }
}

class Thread implements Disposable {
  readonly #worker = new Worker(path.join(__dirname, 'schemaThread.js'), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    env: {},
  });
  readonly #waiting = new Map<number, (judgement: Judgement | undefined) => void>();

  readonly #bound: number;

  constructor(bound: number) {
    this.#bound = bound;
    this.#worker.on('message', (judgement: Judgement) => this.#waiting.get(judgement.id)?.(judgement));
    this.#worker.on('error', () => this.#end());
    this.#worker.on('exit', () => this.#end());
    // The thread alone does not keep the process alive.
    this.#worker.unref();
  }

  /** @returns undefined when the answer does not come in time, or never will */
  ask(question: JudgeQuestion): Promise<Judgement | undefined> {
    return new Promise((resolve) => {
      const bound = setTimeout(() => this.#settle(question.id, undefined), this.#bound);
      const timer = toDisposable(() => clearTimeout(bound));
      this.#waiting.set(question.id, (judgement) => {
        timer.dispose();
        this.#waiting.delete(question.id);
        resolve(judgement);
      });
      try {
        this.#worker.postMessage(question, []);
      } catch {
        // The value cannot be copied into the thread, so it did not come from JSON.
        this.#settle(question.id, undefined);
      }
    });
  }

  dispose(): void {
    this.#end();
    void this.#worker.terminate();
  }

  #end(): void {
    for (const id of this.#waiting.keys()) this.#settle(id, undefined);
  }

  #settle(id: number, judgement: Judgement | undefined): void {
    this.#waiting.get(id)?.(judgement);
  }
}
