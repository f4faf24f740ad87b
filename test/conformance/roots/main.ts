// Runs any MCP client against the roots scenarios: `main.js <stdio|http> <command> [<argument> …]`. What the client is
// told stands at `runScenario`.
import { runScenario } from './runScenario';
import { scenarios } from './scenarios';

const [, , way, ...command] = process.argv;

async function main(): Promise<number> {
  if ((way !== 'stdio' && way !== 'http') || command.length === 0) {
    process.stderr.write('Write "stdio" or "http", then the command that starts the client.\n');
    return 2;
  }
  let failed = 0;
  for (const scenario of scenarios) {
    // Only a client that is made for it can have a fault when it is told to.
    if (scenario.name === 'internal fault' && process.env['MCP_CONFORMANCE_FAULTS'] === undefined) {
      process.stdout.write(
        `left out ${scenario.name}: it needs a client that takes "fault" in its context\n`,
      );
      continue;
    }
    const broken = await runScenario(scenario, way, command);
    if (broken.length > 0) failed += 1;
    process.stdout.write(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${scenario.name}: ${scenario.says}\n`);
    for (const sentence of broken) process.stdout.write(`     ${sentence}\n`);
  }
  process.stdout.write(`${scenarios.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

void main().then((code) => (process.exitCode = code));
