import { randomUUID } from 'node:crypto';
import { Emitter } from '../../core/event';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { DisclosureEvent, StartEvent } from '../../core/record/disclosure';
import { listedRoots, sameRoots, type Exposure } from '../../core/consent/exposure';
import type { ServerExposure } from '../../core/consent/serverExposure';
import { decideSession, type SessionDecision } from '../../core/running/runPolicy';
import type { RootsOptions } from '../../core/servers/definition';
import { MeasuredCalls } from '../../core/record/measuredCalls';
import { placeOf } from '../../core/servers/serverPlace';
import type { ServerState } from '../../core/servers/serverState';
import type { ToolMemory } from '../../core/servers/toolMemory';
import { disclosureOf } from '../../core/record/factDisclosure';
import type { JsonRpcMessage } from '../../core/session/envelope';
import { changingLists } from '../../core/session/changingLists';
import { whyOf, type Reader, type Why } from '../../core/session/outsideText';
import { RootsSession } from '../../core/session/rootsSession';
import type { SessionFact } from '../../core/session/sessionEffect';
import type { SyncState } from '../../core/session/syncState';
import type { ToolCalls } from '../../core/session/toolCalls';
import type { Codec } from '../session/codec';
import type { OwnedServerEnd } from '../session/serverEnd';
import { exitSentence, exitText, exitWhy, type ServerExit } from '../session/serverExit';
import { SessionDriver } from '../session/sessionDriver';
import type { ClientTimeouts } from '../session/sdkClient';
import type { Grace } from '../process/serverProcess';
import { greetingOf, type Greeting } from './greeting';
import { RestartPolicy } from './restartPolicy';
import type { RunClient } from './runClient';
import { endedTooSoonText, noAnswerText, startFailureText } from './startFailure';

/** A server end that was started, and what its launch has told it. */
export interface Launched<P> {
  readonly end: OwnedServerEnd<P>;
  readonly start: StartEvent;
}

/** What a run needs besides what its grantee and its client give it. */
export interface RunDeps {
  readonly timeouts: ClientTimeouts;
  readonly grace: Grace;
  readonly clock: Clock;
  /** After how many milliseconds without a word of its client an idle process is ended; 0: never. */
  readonly idleAfter: number;
  /**
   * Starts a process with what is exposed at this moment.
   * @throws {UserError} when it may not or cannot be started
   */
  readonly launch: <P>(exposure: Exposure, codec: Codec<P>) => Promise<Launched<P>>;
  /**
   * To be called before an answer or a call: undefined while what is known of the folders is fresh, else a promise that
   * resolves once the disk was looked at. Left out: always fresh.
   */
  readonly lookBeforeAnswer?: () => Promise<void> | undefined;
  /** What the launch says of the exposed folders, where it has placeholders; with another text it is another launch. */
  readonly placed?: (exposure: Exposure) => string;
}

/** Milliseconds before a changed launch replaces the process: a burst of changes replaces it once. */
const placedDelay = 500;

/** What a run needs. */
export interface RunOptions<P, C extends RunClient<P>> extends RunDeps {
  readonly server: string;
  readonly client: () => Promise<C>;
  readonly reader: Reader;
  readonly roots: RootsOptions;
  readonly exposure: ServerExposure;
  /** Compares the tools that the server lists with those that it listed before. */
  readonly tools: ToolMemory;
  /** Is told which tools are called. */
  readonly calls: ToolCalls;
  readonly record: (session: string, what: DisclosureEvent) => void;
}

/**
 * One run of one server for one client, from its start to its end: one session, and as many processes, one after
 * another, as it takes.
 */
export class ServerRun<P, C extends RunClient<P>> implements Disposable {
  /** Names the session in the record. */
  readonly session = randomUUID();
  readonly #options: RunOptions<P, C>;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<ServerState>());
  readonly #initializeBound = this.#lifetime.add(new Slot());
  readonly #idle = this.#lifetime.add(new Slot());
  readonly #replacing = this.#lifetime.add(new Slot());
  readonly #measured = new MeasuredCalls();
  readonly #restarts: RestartPolicy;
  readonly #roots: RootsSession<P>;
  #state: ServerState = { kind: 'starting' };
  #driver: SessionDriver<P> | undefined;
  #client: C | undefined;
  #launched: Launched<P> | undefined;
  #placed: string | undefined;
  /** Undefined until the first process has answered `initialize`. */
  #greeting: Greeting | undefined;
  #isReady = false;
  /** Has the present server end perhaps no way to send requests on its own? */
  #mayBeUnable = false;
  #diedOf: ServerExit | undefined;
  #lastProcess: Promise<void> = Promise.resolve();
  #over = false;

  /** Resolves when nothing of it is left. */
  readonly ended = new Promise<void>((resolve) => {
    this.#lifetime.add({ dispose: resolve });
  });

  /** Fires with the new state, also when only the sync state is another. */
  readonly onDidChange = this.#changed.event;

  constructor(options: RunOptions<P, C>) {
    this.#options = options;
    this.#restarts = new RestartPolicy(options.clock);
    this.#roots = new RootsSession({
      server: options.server,
      declare: options.roots.declare,
      onRevoke: options.roots.onRevoke,
      reader: options.reader,
      encode: (message) => this.#encode(message),
      identity: (answer) => this.#introduce(answer),
      changingLists: (answer) => changingLists(this.#client?.codec.parsed(answer)),
    });
  }

  get state(): ServerState {
    return this.#state;
  }

  get sync(): SyncState {
    const { sync } = this.#roots;
    return sync.kind === 'never asked' && this.#mayBeUnable ? { ...sync, mayBeUnable: true } : sync;
  }

  /** The client, once the server was initialised; its requests during a restart wait for the next process. */
  get client(): C | undefined {
    return this.#isReady && !this.#over ? this.#client : undefined;
  }

  /** Starts the process and initialises it; resolves when the server runs or its failure is in `state`. */
  async begin(): Promise<void> {
    const { timeouts, clock, exposure, lookBeforeAnswer } = this.#options;
    const client = await this.#options.client();
    if (this.#over) return;
    this.#client = client;
    const clientEnd = client.attach((message) => {
      this.#sleepLater();
      this.#driver?.fromClient(message);
    });
    this.#driver = this.#lifetime.add(
      new SessionDriver(this.#roots, client.codec, clientEnd, clock, {
        replaceServer: (why) => void this.#replace(why),
        stopServer: () => void this.#sleep(),
        startServer: () => void this.#wake(),
        endSession: (why) => void this.#fail(why),
        tell: (fact) => this.#told(fact),
        lookAtTools: (answer) => this.#options.tools.take(answer),
        lookAtFolders: () => lookBeforeAnswer?.(),
      }),
    );
    this.#driver.expose(exposure.current);
    this.#lifetime.add(exposure.onDidChange((next) => this.#expose(next)));
    if (!(await this.#launch())) return;
    try {
      await client.connect?.();
    } catch (error) {
      const why = await startFailureText(error, this.#diedOf, timeouts.initialize);
      await this.#fail({ outside: 'failed', inside: why }, this.#diedOf?.kind === 'sign in');
    }
  }

  /** Ends the session and the process; resolves when nothing of it is left. @param why for the tree */
  async stop(why?: string): Promise<void> {
    if (this.#over) return this.#lastProcess;
    this.#set({ kind: 'stopping' });
    const inside = `"${this.#options.server}" was stopped${why === undefined ? '' : `: ${why}`}.`;
    await this.#finish(
      { kind: 'stopped', ...(why !== undefined && { why }) },
      { outside: 'stopped', inside },
    );
  }

  dispose(): void {
    void this.stop();
  }

  #expose(exposure: Exposure): void {
    this.#sayWhatStays(exposure);
    this.#driver?.expose(exposure);
    this.#replaceIfPlacedOtherwise();
    this.#announceChange();
  }

  /** Records what a server at a URL still knows, which it keeps; a process that ends keeps nothing (rule 7). */
  #sayWhatStays(exposure: Exposure): void {
    if (this.#launched?.start.event !== 'connected') return;
    const now = new Set(listedRoots(exposure).map(({ uri }) => uri));
    const uris = [...this.#roots.told].filter((told) => !now.has(told));
    if (uris.length > 0) this.#record({ event: 'not untold', uris });
  }

  /** @returns whether a process is there and connected */
  async #launch(): Promise<boolean> {
    const exposure = this.#options.exposure.current;
    const codec = this.#client?.codec;
    if (codec === undefined) return false;
    let launched: Launched<P>;
    try {
      const launching = this.#options.launch(exposure, codec);
      this.#lastProcess = launching.then(({ end }) => end.gone).catch(() => undefined);
      launched = await launching;
    } catch (error) {
      // The reason may be a folder that was withdrawn or allowed meanwhile.
      const now = this.#options.exposure.current;
      if (!this.#over && !sameRoots(exposure.roots, now.roots)) return this.#launch();
      await this.#fail(whyOf(error));
      return false;
    }
    const { end, start } = launched;
    if (this.#over) {
      await end.stop(this.#options.grace);
      return false;
    }
    this.#launched = launched;
    this.#placed = this.#options.placed?.(exposure);
    this.#mayBeUnable = false;
    end.onCannotAsk?.(() => {
      if (end !== this.#launched?.end) return;
      this.#mayBeUnable = true;
      this.#announceChange();
    });
    this.#record(start);
    void end.closed.then((exit) => this.#closed(end, exit));
    // The session judges only roots. The withdrawal of any other folder that the definition names ends the run.
    const uris = new Set(exposure.roots.map(({ uri }) => uri));
    this.#driver?.connect(
      end,
      start.told.filter((uri) => uris.has(uri)),
    );
    this.#replaceIfPlacedOtherwise();
    return true;
  }

  /**
   * Replaces the process if its launch would be a different one now. If it knows a folder that it may not know any
   * more, the session ends it at once; for any other difference it ends a little later.
   */
  #replaceIfPlacedOtherwise(): void {
    const { clock } = this.#options;
    if (this.#placement.do !== 'replace') return;
    this.#replacing.value = clock.after(placedDelay, () => {
      const decision = this.#placement;
      if (decision.do === 'replace') this.#driver?.replace(decision.why);
    });
  }

  /** What to do with the process, given what its launch says of folders. */
  get #placement(): SessionDecision {
    const { placed, exposure, roots } = this.#options;
    const isOther = this.#launched !== undefined && placed?.(exposure.current) !== this.#placed;
    return decideSession(roots.onRevoke, isOther ? { launch: 'another' } : {});
  }

  async #closed(end: OwnedServerEnd<P>, exit: ServerExit): Promise<void> {
    this.#record({ event: 'exited', how: exitText(exit) });
    if (this.#over || end !== this.#launched?.end) return;
    this.#launched = undefined;
    this.#initializeBound.value = undefined;
    if (this.#greeting === undefined) return this.#diedTooSoon(exit);
    const why = exitWhy(exit, exitSentence(this.#options.server, exit));
    if (exit.kind === 'exited' && exit.code === 0)
      return this.#finish({ kind: 'stopped by the server' }, why);
    if (exit.kind === 'sign in') return this.#fail(why, true);
    this.#driver?.disconnect(why);
    await this.#restart(why);
  }

  /** A client of our own waits in `begin`, which reports the failure; for another client it is reported here. */
  async #diedTooSoon(exit: ServerExit): Promise<void> {
    this.#diedOf = exit;
    this.#driver?.close(exitWhy(exit, exitText(exit)));
    if (this.#client?.connect === undefined)
      await this.#fail(exitWhy(exit, endedTooSoonText(exit)), exit.kind === 'sign in');
  }

  /** Starts the process again after a crash, a little later each time, until it has crashed too often. */
  async #restart({ outside, inside: why }: Why): Promise<void> {
    this.#set({ kind: 'restarting', why });
    const mayTry = await this.#restarts.next(this.#lifetime);
    if (this.#over) return;
    if (mayTry) return this.#launchAgain();
    await this.#fail({ outside, inside: `${why} It was started again several times; look into its log.` });
  }

  async #replace(why: string): Promise<void> {
    const end = this.#takeEnd();
    this.#set({ kind: 'restarting', why });
    await end?.stop(this.#options.grace);
    if (!this.#over) await this.#launchAgain();
  }

  /** Ends the process once its client is silent and nobody waits for anything; the next request starts another. */
  #sleepLater(): void {
    const { idleAfter, clock } = this.#options;
    if (idleAfter === 0 || this.#over) return;
    this.#idle.value = clock.after(idleAfter, () => {
      this.#driver?.sleep();
      if (this.#state.kind !== 'asleep') this.#sleepLater();
    });
  }

  async #sleep(): Promise<void> {
    const end = this.#takeEnd();
    this.#set({ kind: 'asleep' });
    await end?.stop(this.#options.grace);
  }

  async #wake(): Promise<void> {
    this.#set({ kind: 'restarting', why: 'it was stopped while it was idle' });
    await this.#lastProcess;
    if (!this.#over) await this.#launchAgain();
  }

  async #launchAgain(): Promise<void> {
    const { clock, timeouts } = this.#options;
    this.#initializeBound.value = clock.after(timeouts.initialize, () => {
      void this.#fail({ outside: 'failed', inside: noAnswerText(timeouts.initialize) });
    });
    await this.#launch();
  }

  #told(fact: SessionFact): void {
    const { calls, clock } = this.#options;
    const disclosure = disclosureOf(fact) ?? this.#measured.take(fact, clock.now());
    if (disclosure !== undefined) this.#record(disclosure);
    // A call must cost no more than this, so it is not announced: `calls` has an event of its own.
    if (fact.fact === 'called') return calls.begin(fact.call, clock.now());
    if (fact.fact === 'call ended') return calls.end(fact.call, fact.how, clock.now());
    if (fact.fact === 'ready') {
      this.#initializeBound.value = undefined;
      this.#running();
      this.#client?.serverReady?.();
    }
    this.#announceChange();
  }

  #encode(message: JsonRpcMessage): P {
    if (this.#client === undefined) throw new Error('There is no client yet.');
    return this.#client.codec.of(message);
  }

  #introduce(answer: P): string {
    this.#greeting = greetingOf(this.#client?.codec.parsed(answer));
    return this.#greeting.identity;
  }

  #running(): void {
    if (this.#greeting === undefined || this.#launched === undefined || this.#over) return;
    const { protocolVersion, serverInfo } = this.#greeting;
    this.#isReady = true;
    this.#record({ event: 'initialised', protocolVersion, serverInfo });
    const since = this.#options.clock.now();
    const place = placeOf(this.#launched.start);
    this.#set({ kind: 'running', since, place, protocolVersion, serverInfo });
  }

  async #fail(why: Why, mustSignIn = false): Promise<void> {
    if (this.#over) return;
    this.#record({ event: 'failed', why: why.inside });
    await this.#finish({ kind: 'failed', why: why.inside, ...(mustSignIn && { mustSignIn }) }, why);
  }

  async #finish(last: ServerState, why: Why): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    const end = this.#takeEnd();
    try {
      this.#driver?.close(why);
    } catch {
      // A session that threw may throw again; its process is ended all the same (rule 10).
    }
    await end?.stop(this.#options.grace);
    await this.#lastProcess;
    this.#set(last);
    this.#lifetime.dispose();
  }

  #takeEnd(): OwnedServerEnd<P> | undefined {
    const end = this.#launched?.end;
    this.#launched = undefined;
    return end;
  }

  #record(what: DisclosureEvent): void {
    this.#options.record(this.session, what);
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#announceChange();
  }

  #announceChange(): void {
    this.#changed.fire(this.#state);
  }
}
