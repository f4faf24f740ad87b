import type { Why } from '../../core/session/outsideText';

/** How a process ended. `lastLines` are its last lines on stderr, sanitised, oldest first. */
export type ProgramExit =
  | { readonly kind: 'exited'; readonly code: number; readonly lastLines: readonly string[] }
  | { readonly kind: 'signalled'; readonly signal: string; readonly lastLines: readonly string[] }
  /** It closed its output while it ran on, and was stopped. */
  | { readonly kind: 'stdout closed'; readonly lastLines: readonly string[] };

/** How a server end came to its end. */
export type ServerExit =
  | ProgramExit
  /** This side ended the session with a server at a URL. */
  | { readonly kind: 'session ended' }
  /** It does not know the session any more; `why` is a sentence, here and below. */
  | { readonly kind: 'session over'; readonly why: string }
  /** It cannot be reached, or what is there is no MCP server. */
  | { readonly kind: 'not reached'; readonly why: string }
  /** It requires the user to sign in. */
  | { readonly kind: 'sign in'; readonly why: string };

/** The exit as the end of a sentence, with the last three lines of stderr. */
export function exitText(exit: ServerExit): string {
  switch (exit.kind) {
    case 'exited':
      return `exited with code ${exit.code}${lastLinesText(exit.lastLines)}`;
    case 'signalled':
      return `ended by ${exit.signal}${lastLinesText(exit.lastLines)}`;
    case 'stdout closed':
      return `closed its output${lastLinesText(exit.lastLines)}`;
    case 'session ended':
      return 'its session was ended';
    case 'session over':
    case 'not reached':
    case 'sign in':
      return exit.why;
  }
}

/** The exit as the reason why its client gets no answer. @param inside the sentence for the user */
export function exitWhy(exit: ServerExit, inside: string): Why {
  switch (exit.kind) {
    case 'session over':
    case 'not reached':
    case 'sign in':
      return { outside: exit.kind, inside };
    case 'exited':
    case 'signalled':
    case 'stdout closed':
    case 'session ended':
      return { outside: 'ended', inside };
  }
}

/** The exit as a sentence for the user. */
export function exitSentence(server: string, exit: ServerExit): string {
  switch (exit.kind) {
    case 'session over':
      return `"${server}" does not know its session any more, so that this got no answer; a new session is begun. Try again.`;
    case 'not reached':
    case 'sign in':
      return exit.why;
    case 'exited':
    case 'signalled':
    case 'stdout closed':
    case 'session ended':
      return `"${server}" ended: ${exitText(exit)}.`;
  }
}

function lastLinesText(lastLines: readonly string[]): string {
  const lines = lastLines.slice(-3);
  return lines.length > 0 ? `; last lines: ${lines.join(' / ')}` : '';
}
