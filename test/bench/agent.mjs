// The agent that is measured with: does nothing but what a turn asks of it, as JSON. `{"updates": n}` sends so many at
// once; `{"read": path, "times": n}` reads a file so often through its client, and says how long each took.
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk';

const capabilities = { sessionCapabilities: { additionalDirectories: {} } };
let sessions = 0;

const say = (client, sessionId, text) =>
  client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });

async function times(client, sessionId, { read: path, times: count }) {
  const took = [];
  for (let i = 0; i < count; i += 1) {
    const start = performance.now();
    await client.request(methods.client.fs.readTextFile, { sessionId, path });
    took.push(performance.now() - start);
  }
  return took;
}

agent({ name: 'bench' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: capabilities }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: `s${(sessions += 1)}` }))
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const wish = JSON.parse(prompt[0].text);
    await Promise.all(
      Array.from({ length: wish.updates ?? 0 }, (_, i) => say(client, sessionId, `word ${i} `)),
    );
    if (wish.read !== undefined)
      await say(client, sessionId, JSON.stringify(await times(client, sessionId, wish)));
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
