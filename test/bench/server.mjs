// The server that the bench measures against: it does next to nothing itself, and times its own questions.
import { ask, listen, send, settle } from '../fixtures/servers/wire.mjs';

let announced = 0;

const tools = {
  text: ({ bytes }) => 'x'.repeat(bytes),
  announced: () => String(announced),
  ask: async ({ times }) => {
    const took = [];
    for (let i = 0; i < times; i += 1) {
      const start = performance.now();
      await ask('roots/list');
      took.push(performance.now() - start);
    }
    return JSON.stringify(took);
  },
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1.0.0' },
  }),
  'tools/call': async ({ name, arguments: given }) => ({
    content: [{ type: 'text', text: await tools[name](given) }],
  }),
};

async function hear({ id, method, params }) {
  if (method === undefined) return;
  if (method === 'notifications/roots/list_changed') announced += 1;
  if (method === 'notifications/roots/list_changed' || method === 'notifications/initialized') {
    await ask('roots/list');
  } else if (id !== undefined) {
    const run = methods[method] ?? (() => ({}));
    send({ jsonrpc: '2.0', id, result: await run(params ?? {}) });
  }
}

listen(
  (message) => {
    if (message.method === undefined) settle(message);
    else void hear(message);
  },
  () => process.exit(0),
);
