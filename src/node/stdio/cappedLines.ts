import { Emitter } from '../../core/event';
import { displayText } from '../../core/text';

/** More lines than this in a second tell nobody anything, and drown the rest. */
const linesPerSecond = 500;

const longestLine = 2000;

/**
 * Lines of unknown origin on their way to a log: sanitised, at most 2000 characters long, and at most 500 in a second;
 * what is left out is counted and said (rule 9).
 */
export class CappedLines {
  readonly #emitter = new Emitter<string>();
  readonly onLine = this.#emitter.event;
  #left = linesPerSecond;
  #omitted = 0;
  #second: NodeJS.Timeout | undefined;

  /** Says a line, or counts it as left out; then it is not even made. */
  say(line: () => string): void {
    if (this.#left === 0) {
      this.#omitted += 1;
      return;
    }
    this.#second ??= setTimeout(() => this.#nextSecond(), 1000).unref();
    this.#left -= 1;
    this.#fire(shown(line));
  }

  /** There will be no more lines: says at once what was left out. */
  end(): void {
    if (this.#second !== undefined) this.#nextSecond();
  }

  #nextSecond(): void {
    clearTimeout(this.#second);
    this.#second = undefined;
    this.#left = linesPerSecond;
    const omitted = this.#omitted;
    this.#omitted = 0;
    if (omitted > 0) this.#fire(`(${omitted} more lines came too fast and were left out)`);
  }

  #fire(line: string): void {
    try {
      this.#emitter.fire(line);
    } catch {
      // A log that is closed already must not take the server's messages with it.
    }
  }
}

/** What was nested too deeply cannot be written out, and must not end more than its line. */
function shown(line: () => string): string {
  try {
    return plainLine(line());
  } catch {
    return '(something that cannot be shown)';
  }
}

/** ECMA-48 control sequences: colours, cursor movements. */
const controlSequence = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-?]*[ -/]*[@-~]`, 'g');

/** A line of a terminal as plain text: colours and cursor movements removed, everything else unseen made visible. */
export function plainLine(line: string): string {
  const text = line.slice(0, 4 * longestLine).trimEnd();
  // The usual line, at a tenth of the cost.
  if (/^[\x20-\x7e]*$/.test(text) && text.length <= longestLine) return text;
  return displayText(text.replace(controlSequence, ''), longestLine);
}
