import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

/** The other side of the comparisons: the library's client, which reads whatever file it is asked for. */
interface BareAgentClient {
  /** Has the agent take a turn. */
  readonly prompt: (text: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Starts the agent and opens a session. @param hear is given the text of every update */
export async function startBareAgentClient(
  script: string,
  cwd: string,
  hear: (text: string) => void,
): Promise<BareAgentClient> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  );
  const connection = client({ name: 'bare' })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        hear(update.content.text);
    })
    .onRequest(methods.client.fs.readTextFile, async ({ params: { path } }) => ({
      content: await readFile(path, 'utf8'),
    }))
    .connect(stream);
  const { agent } = connection;
  const { initialize, session } = methods.agent;
  const clientCapabilities = { fs: { readTextFile: true, writeTextFile: false } };
  await agent.request(initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const { sessionId } = await agent.request(session.new, { cwd, mcpServers: [] });
  return {
    prompt: (text) => agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
    close: () => {
      connection.close();
      child.kill();
    },
  };
}
