// A host to be killed: `guardedHost <guard script> [<behaviour of a fixture server>…]`. Starts the servers under a guard,
// writes the pids of all as one line, then the guard's pid for each line on its stdin, once that is another one.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from '../../../src/node/process/environment';
import { Guard } from '../../../src/node/process/guard/guard';
import { ServerProcess } from '../../../src/node/process/serverProcess';
import { fixtureServer } from '../../unit/process/checkout';
import { looked } from './guardLooked';

async function run(script: string, behaviours: readonly string[]): Promise<void> {
  const log = () => {};
  const guard = new Guard(script, { debug: log, info: log, warn: log, error: log });
  // With nothing to do there is still a guard to be seen.
  if (behaviours.length === 0) guard.watch(2 ** 22, 'never');
  const families = await Promise.all(
    behaviours.map(async (behaviour) => {
      const launch = {
        executable: process.execPath,
        args: [fixtureServer('misbehaving.mjs'), behaviour],
        cwd: process.cwd(),
        env: serverEnvironment({}, process.env, process.platform),
      };
      const server = await ServerProcess.start(launch, guard);
      server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"family"}}\n');
      const answer = await new Promise<string>((resolve) => {
        createInterface({ input: server.stdout }).once('line', resolve);
      });
      return [server.pid, ...JSON.parse(JSON.parse(answer).result.content[0].text)];
    }),
  );
  await looked(guard);
  const first = guard.pid;
  console.log(JSON.stringify({ guard: first, servers: families.flat() }));
  for await (const _ of createInterface({ input: process.stdin })) {
    while (guard.pid === undefined || guard.pid === first) await delay(5);
    console.log(guard.pid);
  }
}

void run(process.argv[2] ?? '', process.argv.slice(3));
