import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { benchServer } from './stage';

/** The other side of the comparisons: the SDK's client and transport, which answer with a constant list. */
export async function startBareClient(roots: readonly { uri: string; name: string }[]): Promise<Client> {
  const client = new Client(
    { name: 'bare', version: '0.0.0' },
    { capabilities: { roots: { listChanged: true } } },
  );
  const answer = { roots: [...roots] };
  client.setRequestHandler(ListRootsRequestSchema, () => answer);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [benchServer], stderr: 'pipe' }),
  );
  return client;
}
