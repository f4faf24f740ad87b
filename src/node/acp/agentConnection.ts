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

/** Not part of the stable protocol, so the library has no constant for it. */
const forkMethod = 'session/fork';

/** How long to wait for answers of an agent, in milliseconds. */
export interface AgentTimeouts {
  readonly initialize: number;
  readonly request: number;
  /** For `session/load`, in which an agent replays a whole conversation. */
  readonly hardMaximum: number;
}

/** What a connection needs apart from its process. */
export interface ConnectionOptions {
  /** As the user knows it. */
  readonly agent: string;
  /** The version of the extension. */
  readonly version: string;
  readonly switches: AgentSwitches;
  readonly timeouts: AgentTimeouts;
  readonly questions: AgentQuestions;
  /** Whether the agent's own program can be shown to the user in a terminal, to sign in. */
  readonly hasTerminal: boolean;
}

/** Everything that an agent is sent when a session is opened, each time: agents restore nothing themselves. */
export interface SentSession {
  readonly roots: SessionRoots;
  readonly servers: readonly HandedServer[];
}

/**
 * This side of ACP over the streams of an agent's process: the library's client, with what the library leaves out.
 * Every answer is checked before it is used. Most are waited for only for a limited time. Only requests for what was
 * advertised are answered. Errors that go back to the agent are sentences of this extension. Closing the connection
 * does not end the process.
 */
export class AgentConnection {
  readonly #connection: ClientConnection;
  readonly #options: ConnectionOptions;
  /** Resolves when the connection is closed, for whatever reason. */
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

  /** @throws {UserError} when the answer does not come, is an error, or is not valid; so do all other requests */
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
   * Asks the agent to sign its user in by one of its methods, for which it may open a browser. There is no time limit.
   * @param signal gives up waiting
   */
  async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
    await this.#ask(methods.agent.authenticate, { methodId }, anything, undefined, signal);
  }

  /** Asks the agent to sign its user out. */
  async logout(): Promise<void> {
    await this.#ask(methods.agent.logout, {}, anything, this.#options.timeouts.request);
  }

  /** @param signal gives up waiting @returns the agent's id of the new session, and what can be set for it */
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

  /**
   * Begins a session as a copy of an earlier one.
   * @param signal gives up waiting
   * @returns the agent's id of the new session, and what can be set for it
   */
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

  /** Has the agent take a turn; resolves with its stop reason, without a time limit: `cancel` ends the turn. */
  prompt(sessionId: string, prompt: readonly PromptBlock[]): Promise<string> {
    const params = { sessionId, prompt };
    return this.#ask(methods.agent.session.prompt, params, readPromptAnswer, undefined);
  }

  /** Asks the agent to end a turn. Never throws. */
  async cancel(sessionId: string): Promise<void> {
    await this.#connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
  }

  /** Why this side closed the connection by itself; undefined where it did not. */
  get fault(): string | undefined {
    const reason: unknown = this.#connection.signal.reason;
    if (!(reason instanceof MessageTooLargeError)) return undefined;
    return `It sent a message that is longer than ${reason.maxMessageBytes / 1024 / 1024} MiB.`;
  }

  /** Sets the mode of a session. */
  async setMode(sessionId: string, modeId: string): Promise<void> {
    const params = { sessionId, modeId };
    await this.#ask(methods.agent.session.setMode, params, anything, this.#options.timeouts.request);
  }

  /** Sets an option of a session. @returns all options as they are now */
  setOption(sessionId: string, configId: string, value: string | boolean): Promise<readonly AgentOption[]> {
    const params = { sessionId, configId, ...(typeof value === 'boolean' && { type: 'boolean' }), value };
    const { request } = this.#options.timeouts;
    return this.#ask(methods.agent.session.setConfigOption, params, readOptionsAnswer, request);
  }

  /** Takes no more requests, and fails those that wait for an answer. */
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

/** Answers only requests for what was advertised; the library refuses all others. */
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

/** Hides what an answer throws, which is a fault of this side: the library would send its text to the agent. */
async function saying<T>(answer: () => T | Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch {
    throw new RequestError(-32603, 'Internal error');
  }
}

/** @throws {RequestError} with a text for the agent, which tells nothing of what is outside its folders */
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

/** `additionalDirectories` is left out where there are none, as for agents that do not declare that they take it. */
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

/** The agent's own explanation, fit to be shown. */
function reasonOf(cause: unknown): string {
  const text = displayText(messageOf(cause), 300).replace(/\.$/u, '');
  const data = cause instanceof RequestError ? cause.data : undefined;
  const details =
    typeof data === 'object' && data !== null && 'details' in data && typeof data.details === 'string'
      ? ` (${displayText(data.details, 300)})`
      : '';
  return `it says "${text}"${details}`;
}
