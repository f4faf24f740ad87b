import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, type AgentContext } from '@agentclientprotocol/sdk';
import type { SessionRecord } from '../../../src/core/acp/sessionRecord';
import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import { noExposure } from '../../../src/core/consent/exposure';
import { AgentRun, type AgentRunOptions } from '../../../src/node/acp/agentRun';
import { noOpenTexts } from '../../../src/node/acp/openTexts';
import { noServers } from '../../../src/node/acp/sessionServers';
import type { ServerProcess } from '../../../src/node/process/serverProcess';
import { FakeClock, server } from '../../unit/consent/fakes';
import { KeptLog } from '../../unit/stores/surroundings';

/** What the agent was told by one request: `[cwd, ...additionalDirectories]`, and whether that field was there. */
interface Told {
  readonly method: string;
  /** Undefined where it is about none. */
  readonly session: string | undefined;
  readonly folders: readonly string[];
  readonly hasField: boolean;
}

/** What differs from one agent to another. */
export interface InProcessOptions extends Pick<AgentRunOptions, 'exposed' | 'pin' | 'look'> {
  readonly takesAdditional: boolean;
  /** Is called before anything is sent that names folders. */
  readonly record?: (what: DisclosureEvent) => void;
  /** What the agent does before it answers `session/load`. */
  readonly whileLoading?: (sessionId: string) => Promise<void>;
  /** The request that it never answers. */
  readonly silentAt?: string;
}

/**
 * An agent of the library in this very process, at the other end of a whole run of this side: its connection, sessions,
 * files and programs are the real ones, only its process is none.
 */
export class InProcessAgent {
  readonly run: AgentRun;
  /** Calls this side, as the agent does. */
  readonly client: AgentContext;
  /** What it was told, in order. */
  readonly told: Told[] = [];
  /** What it was sent in turns, as JSON. */
  readonly prompts: { readonly session: string; readonly text: string }[] = [];
  /** For how long this side waits for it; read with each request. */
  readonly timeouts = { initialize: 60_000, request: 60_000, hardMaximum: 60_000 };
  /** The programs that run for it. */
  readonly programs = new Set<number>();

  static async start(options: InProcessOptions): Promise<InProcessAgent> {
    const started = new InProcessAgent(options);
    await started.run.begin();
    if (started.run.sessions === undefined) throw new Error(JSON.stringify(started.run.state));
    return started;
  }

  private constructor({ record = () => {}, ...options }: InProcessOptions) {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    this.client = this.#agent(options).connect(
      ndJsonStream(
        Writable.toWeb(stdout) as WritableStream<Uint8Array>,
        Readable.toWeb(stdin) as ReadableStream<Uint8Array>,
      ),
    ).client;
    const exited = once(stdin, 'finish').then(() => {
      stdout.end();
      stderr.end();
      return { code: 0, signal: null };
    });
    const gone = exited.then(() => undefined);
    const stop = async () => {
      stdin.end();
      await gone;
      return true;
    };
    const busy = () => undefined;
    const process = { pid: -1, stdin, stdout, stderr, exited, gone, stop, busy } as unknown as ServerProcess;
    const records = new Map<string, SessionRecord>();
    this.run = new AgentRun({
      agent: 'claude',
      version: '0',
      fingerprint: server('claude'),
      clock: new FakeClock(),
      timeouts: this.timeouts,
      grace: { closeStdinMs: 1000, termMs: 1000 },
      exposure: () => noExposure,
      askPermission: () => Promise.resolve({ kind: 'cancelled' }),
      hasTerminal: false,
      launch: () => Promise.resolve({ process, event: { event: 'spawned', pid: -1, cwd: '/', told: [] } }),
      known: {
        find: (_, id) => records.get(id),
        of: () => [...records.values()],
        write: (record) => Promise.resolve(void records.set(record.sessionId, record)),
        refresh: () => Promise.resolve(),
      },
      primary: () => undefined,
      handOver: () => Promise.resolve(noServers),
      log: new KeptLog(),
      texts: noOpenTexts,
      commands: {
        ask: () => Promise.resolve('once'),
        environment: (declared) => declared,
        guard: {
          watch: (pid) => void this.programs.add(pid),
          unwatch: (pid) => void this.programs.delete(pid),
          busy: () => undefined,
        },
      },
      switches: { readsFiles: true, writesFiles: true, missingIsEmpty: false },
      exposed: options.exposed,
      pin: options.pin,
      look: options.look,
      record: (_, what) => record(what),
    });
  }

  #agent({ takesAdditional, silentAt, whileLoading = () => Promise.resolve() }: InProcessOptions) {
    const { initialize, session } = methods.agent;
    const silent = (method: string) => (method === silentAt ? new Promise<void>(() => {}) : undefined);
    const hear = (method: string, { sessionId, cwd, additionalDirectories }: Heard) => {
      this.told.push({
        method,
        session: sessionId,
        folders: [...(typeof cwd === 'string' ? [cwd] : []), ...(additionalDirectories ?? [])],
        hasField: (additionalDirectories ?? []).length > 0,
      });
    };
    const abilities = {
      ...(takesAdditional && { additionalDirectories: {} }),
      list: {},
      resume: {},
      close: {},
    };
    let sessions = 0;
    return agent({ name: 'in process' })
      .onRequest(initialize, () => ({
        protocolVersion: 1,
        agentCapabilities: { loadSession: true, sessionCapabilities: abilities },
      }))
      .onRequest(session.new, async ({ params }) => {
        await silent(session.new);
        const sessionId = `s${sessions}`;
        sessions += 1;
        hear('new', { ...params, sessionId });
        return { sessionId };
      })
      .onRequest(session.load, async ({ params }) => {
        hear('load', params);
        await silent(session.load);
        await whileLoading(params.sessionId);
        return {};
      })
      .onRequest(session.resume, async ({ params }) => {
        await silent(session.resume);
        hear('resume', params);
        return {};
      })
      .onRequest(session.list, async ({ params }) => {
        await silent(session.list);
        hear('list', params);
        return { sessions: [] };
      })
      .onRequest(session.close, async () => {
        await silent(session.close);
        return {};
      })
      .onRequest(session.prompt, ({ params: { sessionId, prompt } }) => {
        this.prompts.push({ session: sessionId, text: JSON.stringify(prompt) });
        return { stopReason: 'end_turn' as const };
      });
  }
}

interface Heard {
  readonly sessionId?: string;
  readonly cwd?: string | null | undefined;
  readonly additionalDirectories?: readonly string[] | undefined;
}
