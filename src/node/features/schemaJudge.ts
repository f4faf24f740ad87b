import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Slot, toDisposable, type Disposable } from '../../core/lifecycle';
import { whyUnusable } from '../../core/tools/schemaBounds';

/** Milliseconds after which a schema has been thought about for long enough. */
const usualBound = 5000;

/** What goes to the thread. */
export interface JudgeQuestion {
  readonly id: number;
  readonly schema: unknown;
  readonly value: unknown;
}

/** What comes back. */
export interface Judgement {
  readonly id: number;
  readonly kind: 'fits' | 'does not fit' | 'cannot be judged';
  readonly why: string;
}

/** Whether a value is as a schema says; `why` comes of a hostile schema. */
export type Verdict =
  { readonly kind: 'fits' } | { readonly kind: 'does not fit' | 'cannot be judged'; readonly why: string };

/**
 * Holds values against the schemas of servers. A schema is hostile: it may be none, recurse for ever, double its work
 * at each level, or hold a regular expression that never ends. So it is applied in a thread of its own, which is ended
 * when it takes too long, by a validator that compiles no code and fetches nothing.
 */
export class SchemaJudge implements Disposable {
  readonly #thread = new Slot<Thread>();
  readonly #bound: number;
  #lastId = 0;

  /** @param bound in milliseconds, for each judgement */
  constructor(bound = usualBound) {
    this.#bound = bound;
  }

  /** Never throws: what cannot be judged is said so. */
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
    // A thread that nobody asks keeps no process alive.
    this.#worker.unref();
  }

  /** @returns undefined when there is no answer in time, or never will be */
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
        // It cannot be copied into the thread: it did not come from JSON.
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
