import { messageOf } from '../../core/errors';
import { displayText } from '../../core/text';
import { exitText, type ServerExit } from '../session/serverExit';

/** Why a server that did not answer `initialize` in time has failed. @param milliseconds how long it was waited for */
export function noAnswerText(milliseconds: number): string {
  return `It did not answer "initialize" within ${milliseconds / 1000} seconds.`;
}

/** Why a server that ended too soon has failed. */
export function endedTooSoonText(exit: ServerExit): string {
  switch (exit.kind) {
    case 'not reached':
    case 'sign in':
    case 'session over':
      return exit.why;
    case 'exited':
    case 'signalled':
    case 'stdout closed':
    case 'session ended':
      return `It ended before it was initialised: ${exitText(exit)}.`;
  }
}

/**
 * Why a server could not be initialised, in words.
 * @param diedOf how its process ended meanwhile, if it did
 * @param timeout how long the answer was waited for, in milliseconds
 */
export async function startFailureText(
  error: unknown,
  diedOf: ServerExit | undefined,
  timeout: number,
): Promise<string> {
  const { InitializeError } = await import('../session/sdkClient.js');
  if (diedOf !== undefined) return endedTooSoonText(diedOf);
  if (!(error instanceof InitializeError)) return messageOf(error);
  const text = displayText(error.message, 200);
  switch (error.reason) {
    case 'no answer in time':
      return noAnswerText(timeout);
    case 'unsupported protocol version':
      return `It speaks a protocol version that is not supported here. ${text}`;
    case 'refused':
      return `It refused to be initialised: ${text}`;
    case 'malformed answer':
      return 'Its answer to "initialize" is malformed.';
  }
}
