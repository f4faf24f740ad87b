import { createHash } from 'node:crypto';
import type { RealPath } from '../../core/roots/realPath';

/** An agent that has read more has to read the first ones again. */
const most = 1000;

/** Which unsaved text of which file an agent was given last: what it knows, it may change. */
export class ReadTexts {
  /** By file, oldest first. Digests: the texts themselves can be large. */
  readonly #digests = new Map<RealPath, string>();

  add(file: RealPath, text: string): void {
    this.#digests.delete(file);
    this.#digests.set(file, digestOf(text));
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > most && oldest !== undefined) this.#digests.delete(oldest);
  }

  has(file: RealPath, text: string): boolean {
    return this.#digests.get(file) === digestOf(text);
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
