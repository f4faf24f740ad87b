import { createHash, randomUUID } from 'node:crypto';
import { displayText } from '../../core/text';
import { recordOf } from '../../core/recordOf';

/** What a server said of itself when it was initialised. */
export interface Greeting {
  readonly protocolVersion: string;
  /** Name and version, made fit to be shown. */
  readonly serverInfo: string;
  /** A process that takes over must have the same identity as the one that the client was introduced to. */
  readonly identity: string;
}

/** Reads the answer to `initialize`; all of it is hostile text. */
export function greetingOf(answer: unknown): Greeting {
  const { protocolVersion, capabilities, serverInfo } = recordOf(recordOf(answer)['result']);
  const { name, version } = recordOf(serverInfo);
  const words = [name, version].filter((each) => typeof each === 'string' && each !== '');
  return {
    protocolVersion: typeof protocolVersion === 'string' ? displayText(protocolVersion, 40) : '',
    serverInfo: displayText(words.join(' '), 80),
    identity: identityOf([protocolVersion, capabilities, serverInfo]),
  };
}

/** A digest: what a server says of itself can be long. What is nested too deep to be written equals nothing. */
function identityOf(said: unknown): string {
  try {
    return createHash('sha256').update(JSON.stringify(said)).digest('base64');
  } catch {
    return randomUUID();
  }
}
