// The server of a scenario as a process: `stdioServer.js <scenario> <file for what passes>`.
import { randomUUID } from 'node:crypto';
import { appendFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ScenarioServer } from './scenarioServer';
import { scenarios } from './scenarios';
import type { Message } from './transcript';

const [, , name, file = ''] = process.argv;
const scenario = scenarios.find((each) => each.name === name);
if (scenario === undefined) throw new Error(`There is no scenario "${name}".`);

const onWire = (message: Message) => ({ jsonrpc: '2.0', ...message });

const server = new ScenarioServer(scenario, {
  session: randomUUID(),
  send: (message) => {
    const all = Array.isArray(message) ? message.map(onWire) : onWire(message as Message);
    writeSync(1, `${JSON.stringify(all)}\n`);
  },
  log: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
});

createInterface({ input: process.stdin }).on('line', (line) => {
  const heard = JSON.parse(line) as Message | readonly Message[];
  for (const message of Array.isArray(heard) ? heard : [heard as Message]) server.hear(message);
});
process.stdin.on('end', () => process.exit(0));
