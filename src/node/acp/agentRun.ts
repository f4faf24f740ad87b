import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { IntroducedAgent } from '../../core/acp/agentAnswers';
import type { AskPermission, PermissionAnswer } from '../../core/acp/permission';
import type { Exposure } from '../../core/consent/exposure';
import type { DisclosureEvent } from '../../core/record/disclosure';
import { messageOf } from '../../core/errors';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ServerState } from '../../core/servers/serverState';
import type { Grace, ServerProcess } from '../process/serverProcess';
import { within } from '../process/within';
import type { StartedProcess } from '../servers/launchServer';
import { exitText } from '../session/serverExit';
import { StderrLines } from '../stdio/stderrLines';
import { AgentAuthentication } from './agentAuthentication';
import type { AgentConnection, AgentTimeouts } from './agentConnection';
import type { AgentQuestions, AgentUpdate, AskedPermission, TerminalQuestions } from './agentQuestions';
import { AgentSessions, type SessionsDeps } from './agentSessions';
import { placesOf } from './permissionPlaces';
import { shownOf, subjectOf } from './permissionSubject';
import type { WindowAnswer } from './windowAnswer';

/** How many milliseconds may pass between the ends of the process, its connection and its output, in any order. */
const endsMayLieApartMs = 500;

/** What a run of an agent needs. */
export interface AgentRunOptions extends Omit<SessionsDeps, 'record' | 'announce'> {
  /** The version of the extension. */
  readonly version: string;
  readonly timeouts: AgentTimeouts;
  readonly grace: Grace;
  readonly exposure: () => Exposure;
  readonly askPermission: AskPermission;
  /** Whether the agent's own program can be shown to the user in a terminal, to sign in. */
  readonly hasTerminal: boolean;
  /** Starts the process. @throws {UserError} when it may not or cannot be started */
  readonly launch: (exposure: Exposure) => Promise<StartedProcess>;
  /** @param session the id of the run in the record */
  readonly record: (session: string, what: DisclosureEvent) => void;
}

/** One run of an agent: its process, the connection to it, and its sessions, from its start to its end. */
export class AgentRun implements Disposable {
  /** The id of the run in the record. What a process was told in a run, it knows until it ends. */
  readonly session = randomUUID();
  readonly #options: AgentRunOptions;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<ServerState>());
  readonly #updated = this.#lifetime.add(new Emitter<AgentUpdate>());
  #state: ServerState = { kind: 'starting' };
  #process: ServerProcess | undefined;
  #exit: Promise<string> | undefined;
  /** Settled once the run has reacted to the end of the process. */
  #ended: Promise<void> | undefined;
  /** Settled once there is a process, or it is certain that there will be none. */
  #launching: Promise<unknown> | undefined;
  #connection: AgentConnection | undefined;
  #sessions: AgentSessions | undefined;
  #authentication: AgentAuthentication | undefined;
  #isInitialised = false;
  #over = false;

  /** Fires with the state when it, or something about the sessions, has changed. */
  readonly onDidChange = this.#changed.event;

  /**
   * Fires with the updates of the agent's sessions, in order; also with those before the answer that opens a session.
   */
  readonly onDidUpdate = this.#updated.event;

  constructor(options: AgentRunOptions) {
    this.#options = options;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Undefined until the agent is initialised, and once it has ended. */
  get sessions(): AgentSessions | undefined {
    return this.#over ? undefined : this.#sessions;
  }

  /** Signing in at the agent; undefined when `sessions` is. */
  get authentication(): AgentAuthentication | undefined {
    return this.#over ? undefined : this.#authentication;
  }

  /** Starts the process and initialises it; resolves when it runs or its failure is in `state`. */
  async begin(): Promise<void> {
    const { agent, version, switches, timeouts, hasTerminal, launch, exposure } = this.#options;
    // Loaded before the process is started, so that nothing the process says at once is missed.
    const { AgentConnection } = await import('./agentConnection.js');
    if (this.#over) return;
    let started: StartedProcess;
    try {
      const launching = launch(exposure()).then((launched) => this.#launched(launched));
      this.#launching = launching.catch(() => undefined);
      started = await launching;
    } catch (error) {
      return this.#fail(messageOf(error));
    }
    if (this.#over) return;
    const questions = this.#questions();
    const connection = new AgentConnection(started.process, {
      agent,
      version,
      switches,
      timeouts,
      questions,
      hasTerminal,
    });
    this.#connection = connection;
    void connection.closed.then(() => this.#lost(started.process, connection.fault));
    try {
      this.#running(await connection.initialize(), connection, started.process);
    } catch (error) {
      // If the process has ended, that is the reason.
      if (await within(started.process.exited, endsMayLieApartMs)) await this.#ended;
      else await this.#fail(messageOf(error));
    }
  }

  /** Ends its sessions and its process; resolves when nothing of them is left. */
  async stop(): Promise<void> {
    if (!this.#over) this.#set({ kind: 'stopping' });
    await this.#finish({ kind: 'stopped' });
  }

  dispose(): void {
    void this.stop();
  }

  /** The exposed folders have changed: ends programs in folders that were withdrawn, and announces a change. */
  refresh(): void {
    this.sessions?.refresh();
    this.#changed.fire(this.#state);
  }

  #launched(started: StartedProcess): StartedProcess {
    const { process, event } = started;
    this.#process = process;
    this.#record(event);
    this.#exit = this.#watch(process);
    this.#ended = this.#exit.then((how) => this.#exited(how, process));
    return started;
  }

  #running(agent: IntroducedAgent, connection: AgentConnection, { pid }: ServerProcess): void {
    if (this.#over) return;
    this.#isInitialised = true;
    const { identity } = agent;
    this.#record({ event: 'initialised', protocol: 'ACP', protocolVersion: '1', serverInfo: identity });
    this.#authentication = new AgentAuthentication(connection, agent);
    this.#sessions = new AgentSessions(connection, agent, {
      ...this.#options,
      record: (what) => this.#record(what),
      announce: () => {
        // Called also when a turn begins and ends.
        this.#process?.busy();
        this.#changed.fire(this.#state);
      },
    });
    const since = this.#options.clock.now();
    this.#set({
      kind: 'running',
      since,
      place: { kind: 'process', pid },
      protocolVersion: '1',
      serverInfo: identity,
    });
  }

  #questions(): AgentQuestions {
    const isNotOpen: WindowAnswer<never> = { kind: 'refused', why: 'There is no such session.' };
    const filesOf = (sessionId: string) => this.sessions?.byId(sessionId)?.files;
    return {
      readText: async (id, wish, signal) => (await filesOf(id)?.read(wish, signal)) ?? isNotOpen,
      writeText: async (id, path, text) => (await filesOf(id)?.write(path, text)) ?? isNotOpen,
      ...(this.#options.commands !== undefined && { terminals: this.#terminalQuestions() }),
      askPermission: (asked, signal) => this.#askPermission(asked, signal),
      update: (update) => {
        this.#process?.busy();
        this.sessions?.heard(update);
        if (!this.#over) this.#updated.fire(update);
      },
    };
  }

  #terminalQuestions(): TerminalQuestions {
    const isNotOpen: WindowAnswer<never> = { kind: 'refused', why: 'There is no such session.' };
    const of = (sessionId: string) => this.sessions?.byId(sessionId)?.terminals;
    return {
      create: async (id, wish, signal) => (await of(id)?.create(wish, signal)) ?? isNotOpen,
      output: (id, terminal) => of(id)?.output(terminal) ?? isNotOpen,
      waitForExit: async (id, terminal) => (await of(id)?.waitForExit(terminal)) ?? isNotOpen,
      kill: async (id, terminal) => (await of(id)?.kill(terminal)) ?? isNotOpen,
      release: async (id, terminal) => (await of(id)?.release(terminal)) ?? isNotOpen,
    };
  }

  async #askPermission(asked: AskedPermission, signal: AbortSignal): Promise<PermissionAnswer> {
    const { agent, askPermission, log } = this.#options;
    const { sessionId, toolCallId, options, call } = asked;
    const session = this.sessions?.byId(sessionId);
    if (session?.mayGoOn !== true) return { kind: 'cancelled' };
    try {
      session.conversation.take(call);
      const subject = subjectOf(asked, session.conversation.tool(toolCallId));
      const { cwd } = session.told;
      return await session.asking<PermissionAnswer>(signal, async (over) => {
        if (over.aborted) return { kind: 'cancelled' };
        const places = await placesOf(subject.paths, session);
        if (over.aborted) return { kind: 'cancelled' };
        const shown = shownOf(subject, places);
        const answer = await askPermission({ agent, sessionId, cwd, toolCallId, options, ...shown }, over);
        // The answer is for what the user saw: meanwhile, a link may lead elsewhere, or a folder be withdrawn.
        const isAsSeen = isDeepStrictEqual(await placesOf(subject.paths, session), places);
        if (over.aborted || !isAsSeen) return { kind: 'cancelled' };
        // An answer that was given while the working directory was withdrawn does not count.
        return session.mayGoOn ? answer : { kind: 'cancelled' };
      });
    } catch (error) {
      log.error(`A question of the agent could not be asked: ${messageOf(error)}`);
      return { kind: 'cancelled' };
    }
  }

  /** Resolves with how the process ended, once nothing of it is left and its end is in the record. */
  async #watch(process: ServerProcess): Promise<string> {
    const { log } = this.#options;
    const stderr = new StderrLines(process.stderr);
    stderr.onLine((line) => log.info(line));
    const { code, signal } = await process.exited;
    await process.gone;
    await within(stderr.ended, endsMayLieApartMs);
    const lastLines = stderr.last;
    const how = exitText(
      signal === null
        ? { kind: 'exited', code: code ?? 0, lastLines }
        : { kind: 'signalled', signal, lastLines },
    );
    this.#record({ event: 'exited', how });
    return how;
  }

  async #exited(how: string, process: ServerProcess): Promise<void> {
    const { code } = await process.exited;
    if (!this.#isInitialised) return this.#fail(`It ended before it was initialised: ${how}.`);
    if (code === 0) return this.#finish({ kind: 'stopped by the server' });
    return this.#fail(`It ended: ${how}.`);
  }

  /** The connection is closed: ends the process, if it does not end by itself. */
  async #lost(process: ServerProcess, fault: string | undefined): Promise<void> {
    if (fault !== undefined) return this.#fail(fault);
    if (this.#over || (await within(process.exited, endsMayLieApartMs))) return;
    await this.#fail('It closed its output, or sent what is no message.');
  }

  async #fail(why: string): Promise<void> {
    if (this.#over) return;
    this.#record({ event: 'failed', why });
    await this.#finish({ kind: 'failed', why });
  }

  async #finish(last: ServerState): Promise<void> {
    const isFirst = !this.#over;
    this.#over = true;
    this.#connection?.close();
    await Promise.all([this.#launching, this.#sessions?.end()]);
    const isGone = (await this.#process?.stop(this.#options.grace)) ?? false;
    if (isGone) await this.#exit;
    if (!isFirst) return;
    this.#set(last);
    this.#lifetime.dispose();
  }

  #record(what: DisclosureEvent): void {
    this.#options.record(this.session, what);
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
