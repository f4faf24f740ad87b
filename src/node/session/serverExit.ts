/** How a server process ended. `lastLines` are its last lines on stderr, sanitised, oldest first. */
export type ServerExit =
  | { readonly kind: 'exited'; readonly code: number; readonly lastLines: readonly string[] }
  | { readonly kind: 'signalled'; readonly signal: string; readonly lastLines: readonly string[] }
  /** It stopped talking while it ran on, and was stopped. */
  | { readonly kind: 'stdout closed'; readonly lastLines: readonly string[] };

/** The exit as the end of a sentence, with the last three lines of stderr. */
export function exitText(exit: ServerExit): string {
  const lines = exit.lastLines.slice(-3);
  const last = lines.length > 0 ? `; last lines: ${lines.join(' / ')}` : '';
  switch (exit.kind) {
    case 'exited':
      return `exited with code ${exit.code}${last}`;
    case 'signalled':
      return `ended by ${exit.signal}${last}`;
    case 'stdout closed':
      return `closed its output${last}`;
  }
}
