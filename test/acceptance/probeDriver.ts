import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ServerState } from '../../src/core/servers/serverState';
import type { SyncState } from '../../src/core/session/syncState';
import type { KeptEntry } from '../../src/node/stores/disclosureReading';
import type { AccessReport } from '../../src/node/host/accessReport';
import { within } from '../../src/node/process/within';

/** One line that the probe printed, or one that a server wrote to its standard error (`log`). */
export interface ProbeLine {
  readonly event: string;
  readonly server?: string;
  readonly command?: string;
  readonly why?: string;
  readonly text?: string;
  readonly at?: unknown;
  readonly pid?: number;
  readonly cwd?: string;
  readonly told?: readonly string[];
  readonly uris?: readonly string[];
  readonly method?: string;
  readonly count?: number;
  readonly how?: string;
  readonly protocolVersion?: string;
  readonly tools?: readonly string[];
  readonly state?: ServerState;
  readonly servers?: readonly ServerStanding[];
  /** Of every client that was let in. */
  readonly clients?: readonly ServerStanding[];
  readonly agents?: readonly AgentStanding[];
  /** Of a run in the record, or as an agent calls one of its own. */
  readonly session?: string;
  readonly by?: string;
  readonly now?: readonly string[];
  readonly unseen?: readonly string[];
  readonly sessions?: readonly {
    readonly sessionId: string;
    readonly notAllowed: readonly string[];
    readonly reported?: readonly string[];
    readonly folders?: readonly string[];
  }[];
  /** How a session of an agent stands. */
  readonly kind?: string;
  readonly label?: string;
  readonly folders?: readonly {
    readonly folder: string;
    readonly isCwd: boolean;
    readonly standing: string;
  }[];
  /** How the user of an agent can sign in. */
  readonly methods?: readonly { readonly kind: string; readonly id: string; readonly name: string }[];
  /** What an agent said in a turn, and why the turn was over. */
  readonly said?: readonly string[];
  readonly stopReason?: string;
  readonly client?: string;
  readonly socket?: string;
  readonly shim?: string;
  readonly decisions?: readonly object[];
  readonly sentence?: string;
  readonly report?: AccessReport;
  readonly entries?: readonly KeptEntry[];
  readonly ended?: readonly string[];
  readonly passedOver?: number;
  readonly malformed?: number;
  readonly window?: string;
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
  };
}

/** What the command `state` says of one server. */
export interface ServerStanding {
  readonly server: string;
  readonly state: ServerState;
  readonly fault?: string;
  readonly sync?: SyncState;
  readonly exposed: readonly string[];
  readonly folders: readonly { readonly folder: string; readonly consent: object }[];
  readonly waiting: readonly string[];
  readonly named: readonly { readonly path: string; readonly granted: boolean }[];
}

/** What it says of one agent. */
interface AgentStanding extends Pick<ServerStanding, 'state' | 'fault' | 'exposed' | 'waiting'> {
  readonly agent: string;
  readonly approval?: string;
  readonly sessions: readonly {
    readonly session: string;
    readonly told: readonly string[];
    readonly unseen: readonly string[];
    readonly now: readonly string[];
    readonly isBusy: boolean;
  }[];
}

/** Nothing here takes so long, in milliseconds; whoever waits longer is told what was heard until then. */
const patience = 25_000;

/** How a process is started. */
export interface ProbeProcess {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** A running probe: takes commands, and keeps every line that it prints. */
export class Probe {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<unknown>;
  readonly #lines: ProbeLine[] = [];
  #waiting: (() => void)[] = [];
  #isOver = false;

  /** Starts the probe; it is ready when `ready` resolves. */
  constructor({ program, args, env }: ProbeProcess) {
    this.#child = spawn(program, args, { env, stdio: 'pipe' });
    this.#ended = once(this.#child, 'close').finally(() => {
      this.#isOver = true;
      this.#wake();
    });
    this.#child.stdin.on('error', () => {});
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(JSON.parse(line)));
    createInterface({ input: this.#child.stderr }).on('line', (text) => this.#hear({ event: 'log', text }));
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** Resolves when every server was started, or was not. */
  get ready(): Promise<ProbeLine> {
    return this.next(({ event }) => event === 'ready');
  }

  get lines(): readonly ProbeLine[] {
    return this.#lines;
  }

  /** The place where the next line will come. */
  mark(): number {
    return this.#lines.length;
  }

  /** Resolves with the first line after the mark that passes, past or to come. */
  async next(passes: (line: ProbeLine) => boolean, mark = 0): Promise<ProbeLine> {
    const deadline = performance.now() + patience;
    for (let at = mark; ;) {
      const found = this.#lines.slice(at).find(passes);
      if (found !== undefined) return found;
      at = this.#lines.length;
      const arrival = new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (this.#isOver || !(await within(arrival, deadline - performance.now()))) {
        const heard = this.#lines.slice(mark).map((line) => JSON.stringify(line).slice(0, 300));
        throw new Error(`Waited for ${passes.toString()} in vain. Last:\n${heard.slice(-30).join('\n')}`);
      }
    }
  }

  /** Resolves with the server's next event of this kind after the mark. */
  until(server: string, event: string, mark = 0): Promise<ProbeLine> {
    return this.next((line) => line.server === server && line.event === event, mark);
  }

  /** Resolves once the server's state after the mark is of this kind. */
  untilState(server: string, kind: ServerState['kind'], mark = 0): Promise<ProbeLine> {
    return this.next((line) => line.server === server && line.state?.kind === kind, mark);
  }

  /** Resolves once the server's log has a line after the mark in which this occurs. */
  untilLog(server: string, part: string, mark = 0): Promise<ProbeLine> {
    return this.next(({ text = '' }) => text.startsWith(`${server} [`) && text.includes(part), mark);
  }

  /**
   * Sends a command and resolves with its `done` line.
   * @throws {Error} with the reason that the probe gives
   */
  async run(command: string): Promise<ProbeLine> {
    const mark = this.mark();
    this.#child.stdin.write(`${command}\n`);
    const isAnswer = ({ event }: ProbeLine) => event === 'done' || event === 'error';
    const line = await this.next((each) => isAnswer(each) && each.command === command, mark);
    if (line.event === 'error') throw new Error(line.why);
    return line;
  }

  /** Sends commands and does not wait for what comes of them. */
  send(commands: readonly string[]): void {
    this.#child.stdin.write(commands.map((command) => `${command}\n`).join(''));
  }

  /** Calls a tool and resolves with the first text of its answer, also where that is an error of the tool. */
  async call(server: string, tool: string, args: object = {}): Promise<string> {
    const { result } = await this.run(`call ${server} ${tool} ${JSON.stringify(args)}`);
    return result?.content[0]?.text ?? '';
  }

  /** How a server stands now. */
  async standing(server: string): Promise<ServerStanding> {
    const { servers = [], clients = [] } = await this.run('state');
    const found = [...servers, ...clients].find((each) => each.server === server);
    if (found === undefined) throw new Error(`There is no server ${server}.`);
    return found;
  }

  /** The pid of the server's latest process. */
  pidOf(server: string): number {
    const spawned = this.#lines.findLast((line) => line.server === server && line.event === 'spawned');
    return spawned?.pid ?? -1;
  }

  /** What happened between the server and the host after the mark, in short words; nothing of requests that waited. */
  story(server: string, mark = 0): readonly string[] {
    return this.#lines.slice(mark).flatMap((line) => (line.server === server ? chapter(line) : []));
  }

  /** How many requests were held after the mark, and how many were let go. */
  waits(server: string, mark = 0): { readonly held: number; readonly released: number } {
    const own = this.#lines.slice(mark).filter((line) => line.server === server);
    const held = own.filter(({ event }) => event === 'held').length;
    return { held, released: own.reduce((sum, { count = 0 }) => sum + count, 0) };
  }

  /** Ends the probe with all its servers, as the end of its standard input does. @throws {Error} when that fails */
  async end(): Promise<void> {
    this.#child.stdin.end();
    if (await within(this.#ended, 10_000)) {
      const { exitCode, signalCode } = this.#child;
      if (exitCode === 0 || signalCode === 'SIGKILL') return;
      throw new Error(`The probe ended with code ${exitCode}: ${JSON.stringify(this.#lines.slice(-5))}`);
    }
    await this.kill();
    throw new Error('The probe did not end by itself.');
  }

  /** Ends the probe without a warning. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit').catch(() => {});
  }

  #hear(line: ProbeLine): void {
    this.#lines.push(line);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function chapter(line: ProbeLine): readonly string[] {
  const { event, told = [], uris = [] } = line;
  switch (event) {
    case 'spawned':
      return [['spawned', ...told].join(' ')];
    case 'answered':
      return [['answered', ...uris].join(' ')];
    case 'replaced':
    case 'refused':
    case 'failed':
      return [`${event}: ${line.why}`];
    case 'initialised':
    case 'asked':
    case 'list_changed':
    case 'exited':
      return [event];
    default:
      return [];
  }
}
