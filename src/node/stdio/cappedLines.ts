import { Emitter } from '../../core/event';
import { displayText } from '../../core/text';

/** More lines in a second cannot be read by anybody. */
const linesPerSecond = 500;

const longestLine = 2000;

/**
 * Lines of unknown origin for a log: made harmless, at most 2000 characters long, and at most 500 in a second. Left-out
 * lines are counted and reported (rule 9).
 */
export class CappedLines {
  readonly #emitter = new Emitter<string>();
  readonly onLine = this.#emitter.event;
  #left = linesPerSecond;
  #omitted = 0;
  #second: NodeJS.Timeout | undefined;

  /** Logs a line, or counts it as left out; then `line` is not called. */
  say(line: () => string): void {
    if (this.#left === 0) {
      this.#omitted += 1;
      return;
    }
    this.#second ??= setTimeout(() => this.#nextSecond(), 1000).unref();
    this.#left -= 1;
    this.#fire(shown(line));
  }

  /** There will be no more lines: reports at once what was left out. */
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
      // A log that is closed must not disturb the messages of the server.
    }
  }
}

/** If a line cannot be made, because something in it is nested too deep, only this line is lost. */
function shown(line: () => string): string {
  try {
    return plainLine(line());
  } catch {
    return '(something that cannot be shown)';
  }
}

/** ECMA-48 control sequences: colours, cursor movements. */
const controlSequence = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-?]*[ -/]*[@-~]`, 'g');

/**
 * A line for a terminal as plain text: colours and cursor movements are removed, other invisible characters made
 * visible.
 */
export function plainLine(line: string): string {
  const text = line.slice(0, 4 * longestLine).trimEnd();
  // Most lines are like this; it saves nine tenths of the time.
  if (/^[\x20-\x7e]*$/.test(text) && text.length <= longestLine) return text;
  return displayText(text.replace(controlSequence, ''), longestLine);
}
