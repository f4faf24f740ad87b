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

/**
 * What to do with a log message: write it, after `leftOut` messages that were not written; or leave it out, maybe as
 * the first of several.
 */
export type LogFate =
  | { readonly fate: 'written'; readonly leftOut: number }
  | { readonly fate: 'left out'; readonly isFirst: boolean };

/** Limits how many log messages of a server are written: 200 in 10 seconds. The others are counted. */
export class LogFlood {
  #since = 0;
  #written = 0;
  #leftOut = 0;

  /** Decides about the next message. @param now milliseconds since the epoch */
  take(now: number): LogFate {
    const leftOut = this.#leftOut;
    if (now - this.#since >= span) {
      this.#since = now;
      this.#written = this.#leftOut = 0;
    }
    if (this.#written >= mostInSpan) {
      this.#leftOut += 1;
      return { fate: 'left out', isFirst: leftOut === 0 };
    }
    this.#written += 1;
    return { fate: 'written', leftOut };
  }
}
