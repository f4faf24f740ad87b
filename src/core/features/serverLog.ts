import type { Clock } from '../clock';
import { Slot, type Disposable } from '../lifecycle';
import { displayText, startOf, visibleJson } from '../text';
import { parseLogLevel, type LogLevel } from './logLevel';

/** A log message of a server, in one harmless line. */
export interface ServerLogLine {
  readonly level: LogLevel;
  readonly line: string;
}

const longestLine = 2000;
const mostInSpan = 200;
const span = 10_000;

/**
 * Reads the parameters of `notifications/message` (MCP, server/utilities/logging).
 * @returns undefined where they are malformed
 */
export function serverLogLine(params: unknown): ServerLogLine | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const { level, logger, data } = { level: undefined, logger: undefined, data: undefined, ...params };
  const known = parseLogLevel(level);
  if (known === undefined) return undefined;
  const text = typeof data === 'string' ? data : jsonOf(data ?? null);
  const from = typeof logger === 'string' ? `${displayText(logger, 60)}: ` : '';
  return {
    level: known,
    line: displayText(`${from}${startOf(text, 10 * longestLine).replaceAll(/\n\s*/g, ' ')}`, longestLine),
  };
}

function jsonOf(data: unknown): string {
  try {
    return visibleJson(data);
  } catch {
    return '(nested deeper than can be shown)';
  }
}

/** Gets what is said in place of log messages that are not written. */
export interface FloodEars {
  /** From here on some are left out. */
  readonly begun: () => void;
  /** So many were left out. Also called by the clock. */
  readonly ended: (leftOut: number) => void;
}

/** Limits how many log messages of a server are written: 200 in 10 seconds. The others are counted. */
export class LogFlood {
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  readonly #ears: FloodEars;
  /** Set while something was left out that was not told yet: no other message may ever come. */
  readonly #end = new Slot<Disposable>();
  #since = 0;
  #written = 0;
  #leftOut = 0;

  constructor(clock: Pick<Clock, 'now' | 'after'>, ears: FloodEars) {
    this.#clock = clock;
    this.#ears = ears;
  }

  /** Takes the next message. @returns whether it is to be written */
  take(): boolean {
    if (this.#clock.now() - this.#since >= span) this.#beginSpan();
    if (this.#written < mostInSpan) {
      this.#written += 1;
      return true;
    }
    this.#leftOut += 1;
    if (this.#leftOut > 1) return false;
    this.#end.value = this.#clock.after(span, () => this.#beginSpan());
    this.#ears.begun();
    return false;
  }

  #beginSpan(): void {
    const leftOut = this.#leftOut;
    this.#end.value = undefined;
    this.#since = this.#clock.now();
    this.#written = this.#leftOut = 0;
    if (leftOut > 0) this.#ears.ended(leftOut);
  }
}
