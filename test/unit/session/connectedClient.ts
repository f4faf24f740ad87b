import { SdkClient } from '../../../src/node/session/sdkClient';

/** A message as it came to the server. */
export interface Sent {
  readonly id?: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> & { readonly cursor?: string };
}

/** A result, or an error in its place. */
type Answer = object | { readonly error: object };

/** A client that is connected to a server with these capabilities, and what it sent. */
export async function connected(
  answerTo: (request: Sent) => Answer,
  capabilities: object = { tools: {} },
  also: object = {},
): Promise<{ readonly client: SdkClient; readonly sent: Sent[] }> {
  const sent: Sent[] = [];
  const client = new SdkClient('0', { initialize: 5000, request: 5000, hardMaximum: 5000 }, (message) =>
    answer(message as Sent),
  );
  const bodyOf = (request: Sent): object => {
    if (request.method === 'initialize') {
      const serverInfo = { name: 'long', version: '1' };
      return { result: { protocolVersion: '2025-11-25', capabilities, serverInfo, ...also } };
    }
    const said = answerTo(request);
    return 'error' in said ? said : { result: said };
  };
  const answer = (message: Sent) => {
    sent.push(message);
    if (message.id === undefined) return;
    const { id } = message;
    setImmediate(() => client.receive({ jsonrpc: '2.0', id, ...bodyOf(message) }));
  };
  await client.connect();
  return { client, sent };
}
