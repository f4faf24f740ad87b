import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { HttpScenarioServer } from './httpServer';
import type { Scenario } from './scenario';
import { Transcript, type Entry } from './transcript';

/** By what way the client reaches the server of a scenario. */
export type Way = 'stdio' | 'http';

/** Milliseconds after which a client counts as hanging. */
const longest = 120_000;

/**
 * Starts a client for one scenario and judges what passed. The client is told
 * - `MCP_CONFORMANCE_SCENARIO`, the name of the scenario;
 * - `MCP_CONFORMANCE_CONTEXT`, the `Context` as JSON;
 * - over HTTP the server's address as its last argument; over stdio `MCP_CONFORMANCE_SERVER`, the command and the
 *   arguments of the server as a JSON array.
 * It connects with the first list of roots, calls the tool `look` with `{ "step": 0 }`, takes the next list and calls
 * `look` with the next number, to the last, and ends with exit code 0.
 * @returns what was broken, a sentence each; empty: the client conforms
 */
export async function runScenario(
  scenario: Scenario,
  way: Way,
  [program = '', ...args]: readonly string[],
): Promise<readonly string[]> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'mcp-roots-scenario-')));
  const passed = path.join(folder, 'passed.jsonl');
  await writeFile(passed, '');
  const heard: Entry[] = [];
  const server =
    way === 'http' ? await HttpScenarioServer.listen(scenario, (entry) => heard.push(entry)) : undefined;
  try {
    const context = scenario.context({
      plain: await makeFolder(folder, 'plain'),
      other: await makeFolder(folder, 'other'),
      odd: await makeFolder(folder, 'ödd näme #1 %41 & [x] ?'),
    });
    const onStdio = [process.execPath, require.resolve('./stdioServer'), scenario.name, passed];
    const child = spawn(program, [...args, ...(server === undefined ? [] : [server.url])], {
      env: {
        ...process.env,
        MCP_CONFORMANCE_SCENARIO: scenario.name,
        MCP_CONFORMANCE_CONTEXT: JSON.stringify(context),
        ...(way === 'stdio' && { MCP_CONFORMANCE_SERVER: JSON.stringify(onStdio) }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longest,
      killSignal: 'SIGKILL',
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    const lines = (await readFile(passed, 'utf8')).split('\n').filter((line) => line !== '');
    const entries = way === 'http' ? heard : lines.map((line) => JSON.parse(line) as Entry);
    const broken = scenario.judge(new Transcript(entries), context);
    const endedBadly = code === 0 ? [] : [`The client ended with ${code ?? 'a signal'}: ${out}${err}`];
    return [...broken, ...endedBadly];
  } finally {
    await server?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeFolder(parent: string, name: string): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(folder);
  return pathToFileURL(folder).href;
}
