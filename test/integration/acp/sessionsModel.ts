import { deepEqual, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import {
  methods,
  RequestError,
  type CreateTerminalResponse,
  type ReadTextFileResponse,
  type TerminalOutputResponse,
} from '@agentclientprotocol/sdk';
import * as fc from 'fast-check';
import { UserError } from '../../../src/core/errors';
import { asRealPath } from '../../../src/core/roots/realPath';
import type { AgentSessions } from '../../../src/node/acp/agentSessions';
import { recordUri } from '../../../src/node/folders/folderUri';
import { InProcessAgent } from './inProcessAgent';
import { names, placeOf, places, type ModelDisk, type Name, type Place, type Target } from './modelDisk';

/** One thing that the user, the agent, the disk, or this window on the user's word does. */
export type Step =
  | { readonly does: 'grant'; readonly folders: readonly Name[] }
  | { readonly does: 'begin'; readonly primary: Name | undefined }
  | {
      readonly does: 'reopen';
      readonly way: 'load' | 'resume';
      readonly of: number;
      readonly folders: 'all' | 'as before' | readonly Name[];
    }
  | { readonly does: 'close' | 'list'; readonly of: number }
  | { readonly does: 'read' | 'write' | 'run' | 'attach'; readonly of: number; readonly target: Target }
  /** A folder inside, or the folder itself, becomes a link; or what was there comes back. */
  | { readonly does: 'link sub' | 'link root'; readonly of: Name; readonly to: Place }
  | { readonly does: 'mend'; readonly of: Name }
  /** Both at once. */
  | { readonly does: 'both'; readonly one: Step; readonly other: Step };

const name = fc.constantFrom(...names);
const of = fc.constantFrom(0, 0, 0, 1, 1, 2);
const target = fc.record({
  in: fc.constantFrom(...places),
  at: fc.constantFrom('file' as const, 'sub' as const, 'new' as const, 'up' as const),
});
const folders = fc.shuffledSubarray([...names], { minLength: 1 });
const simple: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('grant' as const),
      folders: fc.shuffledSubarray([...names], { minLength: 1 }),
    }),
  },
  fc.record({ does: fc.constant('begin' as const), primary: fc.option(name, { nil: undefined }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('reopen' as const),
      way: fc.constantFrom('load' as const, 'resume' as const),
      of,
      folders: fc.oneof(fc.constantFrom('all' as const, 'as before' as const), folders),
    }),
  },
  fc.record({ does: fc.constantFrom('close' as const, 'list' as const), of }),
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constantFrom('read' as const, 'write' as const, 'run' as const, 'attach' as const),
      of,
      target,
    }),
  },
  fc.record({
    does: fc.constantFrom('link sub' as const, 'link root' as const),
    of: name,
    to: fc.constantFrom(...places),
  }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('mend' as const), of: name }) },
  fc.record({
    does: fc.constant('grant' as const),
    folders: fc.shuffledSubarray([...names], { maxLength: 1 }),
  }),
);

export const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: simple },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('both' as const), one: simple, other: simple }) },
  ),
  { minLength: 20, maxLength: 40 },
);

/** How often each thing was carried out in the end: a model that is refused everything proves nothing. */
export type Done = Map<Outcome['kind'], number>;

/** What came of a step, as far as the agent learned something by it or changed something. */
type Outcome =
  | { readonly kind: 'nothing' | 'opened' }
  | { readonly kind: 'read' | 'wrote' | 'ran' | 'sent'; readonly session: string; readonly text: string };

const nothing: Outcome = { kind: 'nothing' };

/** The folders that each open session reaches. */
type Reach = ReadonlyMap<string, ReadonlySet<Place>>;

/**
 * A real run of an agent over a real disk, and what the words of the feature say about it: nothing is sent that is not
 * granted at that moment, and a session reaches what it was told last, as far as that is granted, while its working
 * directory is, and nothing else, whatever path leads there.
 */
export class SessionsModel {
  readonly #disk: ModelDisk;
  readonly #takesAdditional: boolean;
  readonly #done: Done;
  #agent: InProcessAgent | undefined;
  #granted: readonly Name[] = [];
  /** Granted, and there when the disk was looked at last. */
  #exposed: readonly Name[] = [];
  /** In whose place a link lay when this step began. */
  #gone: readonly Name[] = [];
  /** What the record said in this step that would be sent. */
  #announced: (readonly string[])[] = [];

  static async open(disk: ModelDisk, takesAdditional: boolean, done: Done): Promise<SessionsModel> {
    const model = new SessionsModel(disk, takesAdditional, done);
    model.#agent = await InProcessAgent.start({
      takesAdditional,
      exposed: () => model.#exposed.map((each) => disk.folder(each)),
      pin: (wanted) => disk.pinned(wanted),
      look: () => model.#look(),
      record: (what) => {
        if (what.event === 'session') model.#announce(what.by, what.uris);
      },
    });
    return model;
  }

  private constructor(disk: ModelDisk, takesAdditional: boolean, done: Done) {
    this.#disk = disk;
    this.#takesAdditional = takesAdditional;
    this.#done = done;
  }

  /** @throws {AssertionError} when it came to anything that the words do not say */
  async take(step: Step): Promise<void> {
    const heard = this.#theAgent.told.length;
    const before = this.#reach();
    const texts = await this.#disk.texts();
    this.#announced = [];
    // With both at once it may come back meanwhile.
    this.#gone = step.does === 'both' ? [] : [...this.#disk.linkedRoots];
    const both = step.does === 'both' ? [step.one, step.other] : [step];
    const outcomes = await Promise.all(both.map((each) => this.#carryOut(each)));
    const after = this.#reach();
    const reaches = (session: string, place: Place) =>
      before.get(session)?.has(place) === true || after.get(session)?.has(place) === true;
    const now = await this.#disk.texts();
    for (const outcome of outcomes) this.#mustBeReached(outcome, reaches, [...texts, ...now]);
    this.#mustBeUnchanged(outcomes, texts, now, reaches);
    if (step.does !== 'both') this.#mustBeDone(step, outcomes[0] ?? nothing, before);
    for (const { method, folders: sent, hasField } of this.#theAgent.told.slice(heard)) {
      ok(this.#takesAdditional || !hasField, `${method} had the field`);
      const said = sent.map((each) => recordUri(asRealPath(each)));
      if (said.length > 0)
        ok(
          this.#announced.some((each) => isDeepStrictEqual(each, said)),
          `${method}: ${said.join()}`,
        );
    }
    for (const { kind } of outcomes) this.#done.set(kind, (this.#done.get(kind) ?? 0) + 1);
  }

  async close(): Promise<void> {
    await this.#agent?.run.stop();
  }

  get #theAgent(): InProcessAgent {
    if (this.#agent === undefined) throw new Error('There is no agent.');
    return this.#agent;
  }

  get #sessions(): AgentSessions {
    const { sessions } = this.#theAgent.run;
    if (sessions === undefined) throw new Error(JSON.stringify(this.#theAgent.run.state));
    return sessions;
  }

  /** What is sent is granted at that moment. */
  #announce(by: string, uris: readonly string[]): void {
    // Before a session is opened the disk is asked.
    const isThere = (each: Name) => by === 'session/list' || !this.#gone.includes(each);
    const may = this.#exposed.filter(isThere).map((each) => recordUri(this.#disk.folder(each)));
    deepEqual(
      uris.filter((uri) => !may.includes(uri)),
      [],
    );
    this.#announced.push(uris);
  }

  #look(): Promise<void> {
    this.#exposed = this.#granted.filter((each) => !this.#disk.linkedRoots.has(each));
    return Promise.resolve();
  }

  /** By what the agent itself heard, and not by what this side thinks that it sent. */
  #reach(): Reach {
    const open = this.#sessions.all.map(({ id }) => id);
    return new Map(
      open.map((id) => {
        const told = this.#theAgent.told.findLast(({ session }) => session === id)?.folders ?? [];
        const has = names.filter(
          (each) => this.#exposed.includes(each) && told.includes(this.#disk.folder(each)),
        );
        const goesOn = has.some((each) => this.#disk.folder(each) === told[0]);
        return [id, new Set(goesOn ? has.filter((each) => !this.#disk.linkedRoots.has(each)) : [])];
      }),
    );
  }

  #mustBeReached(
    outcome: Outcome,
    reaches: (session: string, place: Place) => boolean,
    texts: readonly (readonly [string, string])[],
  ): void {
    switch (outcome.kind) {
      case 'nothing':
      case 'opened':
      case 'wrote':
        return;
      case 'read': {
        // Empty for a moment while it is written at once.
        if (outcome.text === '') return;
        const file = texts.find(([, text]) => text === outcome.text)?.[0];
        ok(file !== undefined, `${outcome.session} read "${outcome.text}"`);
        return ok(reaches(outcome.session, placeOf(file)), `${outcome.session} read ${file}`);
      }
      case 'ran': {
        const folder = this.#disk.nameOf(outcome.text);
        return ok(reaches(outcome.session, placeOf(folder)), `${outcome.session} ran in ${folder}`);
      }
      case 'sent':
        for (const each of places) {
          if (
            outcome.text.includes(`${this.#disk.pathOf(each)}/`) ||
            outcome.text.includes(`the text of ${each}/`)
          )
            ok(reaches(outcome.session, each), `${outcome.session} was sent ${outcome.text}`);
        }
    }
  }

  /** On the disk nothing is other than what was written where it may be. */
  #mustBeUnchanged(
    outcomes: readonly Outcome[],
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
    reaches: (session: string, place: Place) => boolean,
  ): void {
    const written = outcomes.flatMap((each) => (each.kind === 'wrote' ? [each] : []));
    for (const [file, text] of after) {
      if (before.get(file) === text) continue;
      const by = written.find((each) => each.text === text);
      ok(by !== undefined && reaches(by.session, placeOf(file)), `${file} says "${text}"`);
    }
    deepEqual(
      [...before.keys()].filter((file) => !after.has(file)),
      [],
    );
    if (outcomes.length > 1) return;
    for (const { text } of written) ok([...after.values()].includes(text), `"${text}" was not written`);
  }

  /** What may be done is done, where nothing on the disk is in the way. */
  #mustBeDone(step: Step, { kind }: Outcome, before: Reach): void {
    if (this.#disk.isLinked) return;
    switch (step.does) {
      case 'read':
      case 'write':
      case 'run':
      case 'attach': {
        const may = before.get(`s${step.of}`)?.has(step.target.in) === true;
        const isThere = step.target.at !== 'new' || step.does === 'write';
        deepEqual(kind !== 'nothing', may && isThere, JSON.stringify(step));
        return;
      }
      case 'grant':
      case 'begin':
      case 'reopen':
      case 'close':
      case 'list':
      case 'link sub':
      case 'link root':
      case 'mend':
      case 'both':
        return;
    }
  }

  async #carryOut(step: Step): Promise<Outcome> {
    switch (step.does) {
      case 'grant':
        this.#granted = step.folders;
        await this.#look();
        this.#theAgent.run.refresh();
        return nothing;
      case 'begin': {
        const primary = step.primary && this.#disk.folder(step.primary);
        return opened(this.#sessions.begin({ primary }));
      }
      case 'reopen': {
        const { way } = step;
        const chosen =
          typeof step.folders === 'string'
            ? step.folders
            : step.folders.map((each) => this.#disk.folder(each));
        return opened(this.#sessions.reopen({ way, sessionId: `s${step.of}`, folders: chosen }));
      }
      case 'close':
        await unlessRefused(this.#sessions.close(`s${step.of}`));
        return nothing;
      case 'list':
        await unlessRefused(this.#sessions.list(this.#disk.folder(names[step.of] ?? 'a')));
        return nothing;
      case 'read':
        return this.#read(`s${step.of}`, step.target);
      case 'write':
        return this.#write(`s${step.of}`, step.target);
      case 'run':
        return this.#run(`s${step.of}`, step.target);
      case 'attach':
        return this.#attach(`s${step.of}`, step.target);
      case 'link sub':
        await this.#disk.linkSub(step.of, step.to);
        return nothing;
      case 'link root':
        await this.#disk.linkRoot(step.of, step.to);
        return nothing;
      case 'mend':
        await this.#disk.mend(step.of);
        return nothing;
      case 'both':
        throw new Error('Two at once are two.');
    }
  }

  async #read(session: string, at: Target): Promise<Outcome> {
    const params = { sessionId: session, path: this.#disk.file(at) };
    const { readTextFile } = methods.client.fs;
    const answer = await unlessRefused(
      this.#theAgent.client.request<ReadTextFileResponse>(readTextFile, params),
    );
    return answer === undefined ? nothing : { kind: 'read', session, text: answer.content };
  }

  async #write(session: string, at: Target): Promise<Outcome> {
    const text = this.#disk.newText();
    const params = { sessionId: session, path: this.#disk.file(at), content: text };
    const answer = await unlessRefused(
      this.#theAgent.client.request(methods.client.fs.writeTextFile, params),
    );
    return answer === undefined ? nothing : { kind: 'wrote', session, text };
  }

  async #run(session: string, at: Target): Promise<Outcome> {
    const { terminal } = methods.client;
    const { client } = this.#theAgent;
    const wish = { sessionId: session, command: 'pwd', args: ['-P'], cwd: this.#disk.directory(at) };
    const created = await unlessRefused(client.request<CreateTerminalResponse>(terminal.create, wish));
    if (created === undefined) return nothing;
    const params = { sessionId: session, terminalId: created.terminalId };
    // It may have been closed meanwhile, and its programs with it.
    await unlessRefused(client.request(terminal.waitForExit, params));
    const said = await unlessRefused(client.request<TerminalOutputResponse>(terminal.output, params));
    await unlessRefused(client.request(terminal.release, params));
    const text = said?.output.trim() ?? '';
    return text === '' ? nothing : { kind: 'ran', session, text };
  }

  async #attach(session: string, at: Target): Promise<Outcome> {
    const before = this.#theAgent.prompts.length;
    const path = this.#disk.file(at);
    await unlessRefused(
      this.#sessions.prompt(session, [
        { kind: 'text', text: 'hello' },
        { kind: 'file', path },
      ]),
    );
    const sent = this.#theAgent.prompts.slice(before).filter((each) => each.session === session);
    const text = sent.map((each) => each.text).join('\n');
    return text.includes(this.#disk.top) ? { kind: 'sent', session, text } : nothing;
  }
}

async function opened(opening: Promise<unknown>): Promise<Outcome> {
  return (await unlessRefused(opening)) === undefined ? nothing : { kind: 'opened' };
}

/** Undefined where it was refused in words; anything else that goes wrong is a fault. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    const isRefused = error instanceof UserError || (error instanceof RequestError && error.code !== -32603);
    if (isRefused) return undefined;
    throw error;
  }
}
