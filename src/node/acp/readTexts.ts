import { createHash } from 'node:crypto';
import type { RealPath } from '../../core/roots/realPath';

/** How many files are remembered; an agent that has read more has to read the first ones again. */
const most = 1000;

/** The unsaved text of each file that an agent was given last: only this text may it replace. */
export class ReadTexts {
  /** By file, oldest first. Digests, because the texts can be large. */
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
