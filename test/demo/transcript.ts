import { mkdirSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';

/** What was done, what each server was told, what it then could do; and whether all of that was as promised. */
export class Transcript {
  readonly #lines: string[] = [];
  #broken = 0;

  /** Promises that were not kept. */
  get broken(): number {
    return this.#broken;
  }

  heading(text: string): void {
    this.line('');
    this.line(`## ${text}`);
  }

  line(text: string): void {
    this.#lines.push(text);
    process.stdout.write(`${text}\n`);
  }

  /** Holds what was seen against what was promised. */
  promise(what: string, seen: unknown, promised: unknown): void {
    const kept = isDeepStrictEqual(seen, promised);
    this.line(`${kept ? 'as promised ' : 'NOT AS PROMISED'} ${what}: ${JSON.stringify(seen)}`);
    if (kept) return;
    this.#broken += 1;
    this.line(`                promised: ${JSON.stringify(promised)}`);
  }

  /** Writes everything into `transcript.txt` of a folder. */
  write(folder: string): string {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'transcript.txt');
    writeFileSync(file, `${this.#lines.join('\n')}\n`);
    return file;
  }
}
