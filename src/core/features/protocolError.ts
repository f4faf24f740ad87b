import { messageOf } from '../errors';
import { displayText } from '../text';

/** "Resource not found" (MCP, server/resources, error handling). */
const resourceNotFound = -32002;

/** The SDK's error when an answer did not come in time. */
const requestTimeout = -32001;

/** The error that replaces the answer to a request that did not reach its server; the message says why. */
const notCarried = -32000;

/** Why a request failed, in one sentence, fit to be shown: an error of the protocol, no answer, or no server. */
export function protocolErrorText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const message = displayText(messageOf(error).replace(/^MCP error -?\d+: /, ''), 500);
  if (typeof code !== 'number') return message;
  switch (code) {
    case resourceNotFound:
      return 'The server knows no such resource (any more).';
    case requestTimeout:
      return 'The server gave no answer in time. The setting "mcpRoots.requestTimeout" says how long is waited.';
    case notCarried:
      return message;
    default:
      return `The server answered with an error of the protocol (${code}): ${message}`;
  }
}
