// An MCP server that asks for roots in spellings which only a careless client reads, and writes down all that it hears:
// `smugglingServer.js <file>`. With its last question it is done, and says so.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { smuggled } from './smuggled';

const file = process.argv[2] ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(file, `${line}\n`);
  const { id, method } = JSON.parse(line) as { readonly id?: unknown; readonly method?: string };
  if (method === 'initialize') {
    const serverInfo = { name: 'smuggler', version: '1' };
    const result = { protocolVersion: '2025-06-18', capabilities: { logging: {} }, serverInfo };
    say(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }
  if (method === 'notifications/initialized') {
    for (const each of smuggled) say(each);
    say('{"jsonrpc":"2.0","id":"honest","method":"ping"}');
  }
  if (id === 'honest')
    say('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"done"}}');
});
