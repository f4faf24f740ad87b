import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf } from '../../src/core/errors';
import type { Log } from '../../src/core/log';
import type { Host } from '../../src/node/host/host';
import { ProbeCommands } from './commands';
import { folderEntry } from './folderArgument';
import { parseProbeOptions, usage, type ProbeOptions } from './options';
import { openProbeHost } from './probeHost';
import { readServersFile } from './serversFile';

const mebibyte = 1024 * 1024;

function print(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function logTo(prefix: string): Log {
  const write = (level: string) => (line: string) =>
    void process.stderr.write(`${prefix}[${level}] ${line}\n`);
  return { debug: () => undefined, info: write('info'), warn: write('warn'), error: write('error') };
}

/** Prints what a server does whenever that is another thing than before. */
function printStates(host: Host): void {
  const printed = new Map<string, string>();
  const look = () => {
    for (const { id, name, state } of [...host.supervisor.servers.all, ...host.supervisor.agents.all]) {
      const text = JSON.stringify(state);
      if ((printed.get(id) ?? '{"kind":"stopped"}') === text) continue;
      printed.set(id, text);
      print({ at: new Date().toISOString(), event: 'state', server: name, state });
    }
  };
  host.supervisor.servers.onDidChange(look);
  host.supervisor.agents.onDidChange(look);
}

function readOptions(): ProbeOptions {
  try {
    return parseProbeOptions(process.argv.slice(2));
  } catch (error) {
    throw new Error(`${messageOf(error)}\n\n${usage}`, { cause: error });
  }
}

/** The host without an editor: the same composition, its events as JSON lines, its decisions from standard input. */
async function main(): Promise<void> {
  const options = readOptions();
  const { servers, agents } = await readServersFile(options.serversFile);
  const temporary =
    options.storage === undefined ? await mkdtemp(join(tmpdir(), 'mcp-roots-probe-')) : undefined;
  const host = await openProbeHost({
    storage: options.storage ?? join(temporary ?? '', 'storage'),
    workspace: options.folders.join('\n'),
    messageLimit: options.messageLimit * mebibyte,
    requestTimeoutMaximum: options.requestTimeoutMaximum * 1000,
    log: logTo(''),
    logOf: ({ name }) => logTo(`${name} `),
  });
  try {
    host.supervisor.disclosures.onDidAdd(({ at, server: name, who, session, what }) => {
      const { event, ...details } = what;
      const server = who === 'this window' ? name : `${name} for ${who.client}`;
      print({ at: new Date(at).toISOString(), event, server, session, ...details });
    });
    printStates(host);
    host.consent.sharingState.turn({ trusted: true });
    await host.setFolders(options.folders.map(folderEntry));
    await Promise.all([host.supervisor.servers.configure(servers), host.supervisor.agents.configure(agents)]);
    for (const { name, problem, at } of [...host.supervisor.servers.faulty, ...host.supervisor.agents.faulty])
      print({ event: 'faulty', server: name, why: problem, at });
    // Who calls the probe with a file has approved what stands in it.
    for (const { prepared, approval } of [...host.supervisor.servers.all, ...host.supervisor.agents.all]) {
      if (prepared !== undefined && approval?.kind !== 'approved')
        await host.consent.approvals.approve(prepared);
    }
    const commands = new ProbeCommands(host, options.folders);
    for (const { server, folder } of options.grants)
      await commands.run(`grant ${server} ${JSON.stringify(folder)}`);
    await Promise.all(
      host.supervisor.servers.all.map((server) =>
        host.supervisor.servers.start(server).catch((error: unknown) => {
          print({ event: 'not started', server: server.name, why: messageOf(error) });
        }),
      ),
    );
    host.clients.serve();
    print({ event: 'ready' });
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') continue;
      const command = line.replace(/\s*&\s*$/, '');
      const carriedOut = commands.run(command).then(
        (outcome) => print({ event: 'done', command: line, ...outcome }),
        (error: unknown) => print({ event: 'error', command: line, why: messageOf(error) }),
      );
      if (command === line) await carriedOut;
    }
  } finally {
    await host.close();
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
});
