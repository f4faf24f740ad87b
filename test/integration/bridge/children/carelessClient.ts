// An MCP client that reads the members of a message as Go's encoding/json does: letter case is not told apart (Unicode's
// simple folding), NUL is passed over, and of several members with one name the last one counts. It gives folders of its
// own to whoever asks: `carelessClient.js <its folder> <program> [<argument> …]`. It ends once it was sent "done".
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , folder, program = '', ...args] = process.argv;
const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const say = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const names = ['id', 'method', 'params', 'result'];

function read(line: string): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(JSON.parse(line) as object)) {
    const name = names.find((each) => new RegExp(`^${each}$`, 'iu').test(key.replaceAll('\0', '')));
    if (name !== undefined) message[name] = value;
  }
  return message;
}

createInterface({ input: server.stdout }).on('line', (line) => {
  const { id, method, result } = read(line);
  if (typeof method === 'string') process.stdout.write(`${method}\n`);
  if (method === undefined && result !== undefined) say({ method: 'notifications/initialized' });
  if (method === 'roots/list') say({ id, result: { roots: [{ uri: folder }] } });
  if (method === 'ping') say({ id, result: {} });
  if (method === 'notifications/message') server.stdin.end();
});
server.once('exit', () => process.exit(0));

say({
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: { roots: { listChanged: true } },
    clientInfo: { name: 'careless', version: '1' },
  },
});
