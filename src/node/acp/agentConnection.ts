import { Readable, Writable } from 'node:stream';
import {
  client,
  MessageTooLargeError,
  methods,
  ndJsonStream,
  RequestError,
  type ClientApp,
  type ClientConnection,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import {
  acpVersion,
  readForkAnswer,
  readInitializeAnswer,
  readNewAnswer,
  readOptionsAnswer,
  readPromptAnswer,
  readReopenAnswer,
  type BegunSession,
  type IntroducedAgent,
  type Understood,
} from '../../core/acp/agentAnswers';
import type { AgentOption, OpeningSettings } from '../../core/acp/conversation/agentSettings';
import type { PromptBlock } from '../../core/acp/conversation/promptBlock';
import type { AgentSwitches } from '../../core/servers/agentSwitches';
import type { HandedServer } from '../../core/acp/handedServer';
import type { ReopeningWay } from '../../core/acp/reopening';
import { readListAnswer, type SessionPage } from '../../core/acp/sessionListing';
import type { SessionRoots } from '../../core/acp/sessionRoots';
import { messageOf, UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import { nodeDisk } from '../paths/nodeDisk';
import type { ServerProcess } from '../process/serverProcess';
import type { AgentQuestions, AskedPermission, TerminalQuestions } from './agentQuestions';
import type { WindowAnswer } from './windowAnswer';

/** Not part of the stable protocol, and so not of the library's stable entry: sent as a method of its own. */
const forkMethod = 'session/fork';

/** How long an agent is waited for, in milliseconds. */
export interface AgentTimeouts {
  readonly initialize: number;
  readonly request: number;
  /** For `session/load`, by which an agent tells a whole conversation again. */
  readonly hardMaximum: number;
}

/** What a connection needs besides its process. */
export interface ConnectionOptions {
  /** As the user knows it. */
  readonly agent: string;
  /** Of the extension. */
  readonly version: string;
  readonly switches: AgentSwitches;
  readonly timeouts: AgentTimeouts;
  readonly questions: AgentQuestions;
  /** Whether somebody is there to whom the agent's own program can be shown in a terminal, to sign in by it. */
  readonly hasTerminal: boolean;
}

/** All that a session is sent of this side, whenever it is opened: nothing is restored by agents. */
export interface SentSession {
  readonly roots: SessionRoots;
  readonly servers: readonly HandedServer[];
}

/**
 * This side of ACP over the streams of an agent's process: the library's client, with what the library leaves out.
 * Every answer is read before anybody uses it, and waited for only so long; only what is advertised is answered; what
 * goes back as an error is a sentence of ours. Closing it does not end the process.
 */
export class AgentConnection {
  readonly #connection: ClientConnection;
  readonly #options: ConnectionOptions;
  /** Resolves when nothing more comes or goes, for whatever reason. */
  readonly closed: Promise<void>;

  constructor({ stdin, stdout }: Pick<ServerProcess, 'stdin' | 'stdout'>, options: ConnectionOptions) {
    this.#options = options;
    const stream = ndJsonStream(
      Writable.toWeb(stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
    );
    this.#connection = answering(options).connect(stream);
    this.closed = this.#connection.closed;
  }

  /** @throws {UserError} when there is no answer, an error, or one that cannot be used; so do all the others */
  initialize(): Promise<IntroducedAgent> {
    const { version, switches, timeouts, questions, hasTerminal } = this.#options;
    const params = {
      protocolVersion: acpVersion,
      clientInfo: { name: 'mcp-roots', title: 'MCP Roots', version },
      clientCapabilities: {
        fs: { readTextFile: switches.readsFiles, writeTextFile: switches.writesFiles },
        terminal: questions.terminals !== undefined,
        ...(hasTerminal && { auth: { terminal: true } }),
      },
    };
    return this.#ask(methods.agent.initialize, params, readInitializeAnswer, timeouts.initialize);
  }

  /**
   * Has the agent let its user sign in, by one of the methods that it names; it may open a browser for that, and is
   * waited for as long as it takes.
   * @param signal gives up waiting
   */
  async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
    await this.#ask(methods.agent.authenticate, { methodId }, anything, undefined, signal);
  }

  /** Has the agent let its user sign out. */
  async logout(): Promise<void> {
    await this.#ask(methods.agent.logout, {}, anything, this.#options.timeouts.request);
  }

  /** @param signal gives up waiting @returns what the agent calls its new session, and what can be set for it */
  newSession(sent: SentSession, signal?: AbortSignal): Promise<BegunSession> {
    const { request } = this.#options.timeouts;
    return this.#ask(methods.agent.session.new, paramsOf(sent), readNewAnswer, request, signal);
  }

  /**
   * Opens an earlier session again, with exactly these roots and servers.
   * @param signal gives up waiting
   * @returns what can be set for it
   */
  reopen(
    way: Exclude<ReopeningWay, 'fork'>,
    sessionId: string,
    sent: SentSession,
    signal?: AbortSignal,
  ): Promise<OpeningSettings> {
    const { request, hardMaximum } = this.#options.timeouts;
    const params = { sessionId, ...paramsOf(sent) };
    const longest = way === 'load' ? hardMaximum : request;
    return this.#ask(methods.agent.session[way], params, readReopenAnswer, longest, signal);
  }

  /** Begins a session out of an earlier one. @returns what the agent calls it @param signal gives up waiting */
  fork(sessionId: string, sent: SentSession, signal?: AbortSignal): Promise<BegunSession> {
    const { request } = this.#options.timeouts;
    return this.#ask(forkMethod, { sessionId, ...paramsOf(sent) }, readForkAnswer, request, signal);
  }

  /**
   * One page of the sessions that the agent knows.
   * @param cwd only those with this working directory
   * @param signal gives up waiting
   */
  list(cwd: string | undefined, cursor: string | undefined, signal?: AbortSignal): Promise<SessionPage> {
    const { request } = this.#options.timeouts;
    const params = { ...(cwd !== undefined && { cwd }), ...(cursor !== undefined && { cursor }) };
    const read = (answer: unknown) => readListAnswer(answer, nodeDisk.flavour);
    return this.#ask(methods.agent.session.list, params, read, request, signal);
  }

  async closeSession(sessionId: string): Promise<void> {
    await this.#ask(methods.agent.session.close, { sessionId }, anything, this.#options.timeouts.request);
  }

  /** Resolves with why the turn is over, however long it takes: the user ends it with `cancel`. */
  prompt(sessionId: string, prompt: readonly PromptBlock[]): Promise<string> {
    const params = { sessionId, prompt };
    return this.#ask(methods.agent.session.prompt, params, readPromptAnswer, undefined);
  }

  /** Asks for the end of a turn. Never throws. */
  async cancel(sessionId: string): Promise<void> {
    await this.#connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
  }

  /** Why this side ended it, where it did so by itself. */
  get fault(): string | undefined {
    const reason: unknown = this.#connection.signal.reason;
    if (!(reason instanceof MessageTooLargeError)) return undefined;
    return `It sent a message that is longer than ${reason.maxMessageBytes / 1024 / 1024} MiB.`;
  }

  /** Has the agent work in another manner. */
  async setMode(sessionId: string, modeId: string): Promise<void> {
    const params = { sessionId, modeId };
    await this.#ask(methods.agent.session.setMode, params, anything, this.#options.timeouts.request);
  }

  /** Sets an option of a session. @returns all options as they are then */
  setOption(sessionId: string, configId: string, value: string | boolean): Promise<readonly AgentOption[]> {
    const params = { sessionId, configId, ...(typeof value === 'boolean' && { type: 'boolean' }), value };
    const { request } = this.#options.timeouts;
    return this.#ask(methods.agent.session.setConfigOption, params, readOptionsAnswer, request);
  }

  /** Takes no more questions, and fails what waits for an answer. */
  close(): void {
    this.#connection.close();
  }

  async #ask<T>(
    method: string,
    params: object,
    read: (answer: unknown) => Understood<T>,
    milliseconds: number | undefined,
    signal?: AbortSignal,
  ): Promise<T> {
    const cannot = `"${this.#options.agent}" did not carry out "${method}"`;
    const bound = milliseconds === undefined ? undefined : AbortSignal.timeout(milliseconds);
    const signals = [bound, signal].filter((each) => each !== undefined);
    const options =
      signals.length === 0 ? {} : { cancellationSignal: AbortSignal.any(signals), stopWaitingOnCancel: true };
    const answer: unknown = await this.#connection.agent
      .request(method, params, options)
      .catch((cause: unknown) => {
        if (signal?.aborted === true) throw new UserError(`${cannot}: you did not wait for it.`);
        throw new UserError(`${cannot}: ${this.#whyNot(cause, bound?.aborted === true, milliseconds)}.`, {
          cause,
        });
      });
    const understood = read(answer);
    if (understood.kind === 'wrong') throw new UserError(`${cannot}: ${understood.why}.`);
    return understood.value;
  }

  #whyNot(cause: unknown, isLate: boolean, milliseconds = 0): string {
    if (isLate) return `it did not answer within ${milliseconds / 1000} seconds`;
    return this.#connection.signal.aborted ? 'it ended before it answered' : reasonOf(cause);
  }
}

/** Exactly what is advertised is answered; the library refuses everything else. */
function answering({ switches, questions }: ConnectionOptions): ClientApp {
  const app = client({ name: 'mcp-roots' })
    .onNotification(methods.client.session.update, ({ params: { sessionId, update } }) =>
      questions.update({ sessionId, update: { ...update } }),
    )
    .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
      const answer = await saying(() => questions.askPermission(askedPermission(params), signal));
      return answer.kind === 'selected'
        ? { outcome: { outcome: 'selected', optionId: answer.optionId } }
        : { outcome: { outcome: 'cancelled' } };
    });
  if (switches.readsFiles) {
    app.onRequest(methods.client.fs.readTextFile, async ({ params, signal }) => {
      const { sessionId, path, line, limit } = params;
      return {
        content: valueOf(
          path,
          await saying(() => questions.readText(sessionId, { path, line, limit }, signal)),
        ),
      };
    });
  }
  if (switches.writesFiles) {
    app.onRequest(methods.client.fs.writeTextFile, async ({ params: { sessionId, path, content } }) => {
      valueOf(path, await saying(() => questions.writeText(sessionId, path, content)));
      return {};
    });
  }
  if (questions.terminals !== undefined) answerTerminals(app, questions.terminals);
  return app;
}

function answerTerminals(app: ClientApp, terminals: TerminalQuestions): void {
  const { terminal } = methods.client;
  app
    .onRequest(terminal.create, async ({ params, signal }) => {
      const { sessionId, command, args = [], env = [], cwd, outputByteLimit } = params;
      const declared = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      const outputLimit = outputByteLimit ?? undefined;
      const wish = { command, args, env: declared, cwd: cwd ?? undefined, outputLimit };
      return { terminalId: valueOf(command, await saying(() => terminals.create(sessionId, wish, signal))) };
    })
    .onRequest(terminal.output, async ({ params: { sessionId, terminalId } }) => {
      const { output, truncated, exit } = valueOf(
        terminalId,
        await saying(() => terminals.output(sessionId, terminalId)),
      );
      return { output, truncated, ...(exit !== undefined && { exitStatus: exit }) };
    })
    .onRequest(terminal.waitForExit, async ({ params: { sessionId, terminalId } }) =>
      valueOf(terminalId, await saying(() => terminals.waitForExit(sessionId, terminalId))),
    )
    .onRequest(terminal.kill, async ({ params: { sessionId, terminalId } }) => {
      valueOf(terminalId, await saying(() => terminals.kill(sessionId, terminalId)));
      return {};
    })
    .onRequest(terminal.release, async ({ params: { sessionId, terminalId } }) => {
      valueOf(terminalId, await saying(() => terminals.release(sessionId, terminalId)));
      return {};
    });
}

/** What is thrown is a fault of this side: the library would send its text to the agent. */
async function saying<T>(answer: () => T | Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch {
    throw new RequestError(-32603, 'Internal error');
  }
}

/** @throws {RequestError} what the agent reads; nothing of it says what lies outside */
function valueOf<T>(path: string, answer: WindowAnswer<T>): T {
  switch (answer.kind) {
    case 'done':
      return answer.value;
    case 'missing':
      throw RequestError.resourceNotFound(path);
    case 'refused':
      throw new RequestError(-32602, answer.why);
  }
}

function askedPermission({ sessionId, toolCall, options }: RequestPermissionRequest): AskedPermission {
  return {
    sessionId,
    toolCallId: toolCall.toolCallId,
    title: typeof toolCall.title === 'string' ? displayText(toolCall.title, 300) : undefined,
    paths: [
      ...(toolCall.locations ?? []).map(({ path }) => path),
      ...(toolCall.content ?? []).flatMap((each) => (each.type === 'diff' ? [each.path] : [])),
    ],
    options: options.map(({ optionId, name, kind }) => ({ optionId, name: displayText(name, 100), kind })),
    call: { ...toolCall, sessionUpdate: 'tool_call_update' },
  };
}

/** The field is left out where there is nothing to say: it is sent only to agents that advertise it. */
function paramsOf({ roots: { cwd, additional }, servers }: SentSession): object {
  return {
    cwd,
    ...(additional.length > 0 && { additionalDirectories: additional }),
    mcpServers: servers,
  };
}

function anything(): Understood<undefined> {
  return { kind: 'understood', value: undefined };
}

/** The agent's own words, made harmless. */
function reasonOf(cause: unknown): string {
  const text = displayText(messageOf(cause), 300).replace(/\.$/u, '');
  const data = cause instanceof RequestError ? cause.data : undefined;
  const details =
    typeof data === 'object' && data !== null && 'details' in data && typeof data.details === 'string'
      ? ` (${displayText(data.details, 300)})`
      : '';
  return `it says "${text}"${details}`;
}
