/** The levels of a server's log messages, least severe first (MCP, server/utilities/logging; RFC 5424). */
export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

export type LogLevel = (typeof logLevels)[number];

/** Reads a level of unknown origin; undefined when there is none of that name. */
export function parseLogLevel(text: unknown): LogLevel | undefined {
  return logLevels.find((level) => level === text);
}
