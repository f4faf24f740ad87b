import path from 'node:path';
import {
  isApproved,
  mayGoOn,
  unapprovedText,
  type Approvals,
  type ApprovalStanding,
} from '../../core/approval/approvals';
import type { Decision, Fingerprint } from '../../core/consent/decision';
import type { NamedStanding } from '../../core/consent/consentForm';
import type { BoundsSource } from '../../core/consent/bounds';
import { candidatesFor } from '../../core/consent/candidatesFor';
import { isAllowed } from '../../core/consent/standing';
import { listedRoots } from '../../core/consent/exposure';
import { consentState, type FolderStanding } from '../../core/consent/consentState';
import type { Who } from '../../core/record/disclosure';
import { ServerExposure, type ExposureSources } from '../../core/consent/serverExposure';
import { Emitter } from '../../core/event';
import { Refused } from '../../core/session/outsideText';
import { inputTitle, type InputDefinition } from '../../core/inputs/inputDefinition';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Candidate } from '../../core/roots/candidate';
import { askedBesides, isAskedFor } from '../../core/roots/askedFor';
import { fileOf, type Grantable } from '../../core/roots/grantable';
import { decideRun, type RunFacts } from '../../core/running/runPolicy';
import { nounOf, serverId, type ServerDefinition } from '../../core/servers/definition';
import type { NamedFolder } from '../../core/roots/namedFolder';
import { namedFolders } from '../../core/servers/namedFolders';
import { readFrom } from '../../core/servers/pathLeads';
import { hearsOfRoots, inPrimaryRoot, placesRoots } from '../../core/servers/placeholders';
import { isActive, type ServerState } from '../../core/servers/serverState';
import { displayText } from '../../core/text';
import { ToolMemory } from '../../core/servers/toolMemory';
import { ToolCalls } from '../../core/session/toolCalls';
import { notGranted } from './launchServer';
import { whyAnother, type PreparedServer, type UnpreparedServer } from './prepareServer';
import type { ReadLaunch } from './readLaunch';

/** Everything that decides what may be shown to a server, and whether it may run. */
export interface ConsentSources extends ExposureSources {
  readonly approvals: Pick<Approvals, 'standingOf' | 'adoptProgram' | 'onDidChange'>;
}

/**
 * Whom folders are granted to: one server, for one client. It knows what was consented to, and ends what runs as soon
 * as that may not run any more.
 */
export abstract class Grantee implements Disposable {
  readonly definition: ServerDefinition;
  readonly exposure: ServerExposure;
  /** What tools it said it has, and what has become of them since. */
  readonly tools = new ToolMemory();
  /** Which of them are being called and were called last; of that `onDidChange` tells nothing. */
  readonly calls = new ToolCalls();
  protected readonly sources: ConsentSources;
  protected readonly lifetime = new Lifetime();
  /** What runs now was started with this, and with these folders in its definition, by path. */
  #startedWith: { readonly prepared: PreparedServer; readonly named: ReadonlySet<string> } | undefined;
  protected readonly changed = this.lifetime.add(new Emitter<ServerState>());

  /** Fires with the state when anything that can be said of it is another. */
  readonly onDidChange = this.changed.event;

  /** @param bounds beyond which nothing is exposed, whatever is granted; left out where there are none */
  protected constructor(definition: ServerDefinition, sources: ConsentSources, bounds?: BoundsSource) {
    this.definition = definition;
    this.sources = sources;
    this.exposure = this.lifetime.add(new ServerExposure(sources, bounds));
    this.lifetime.add(this.exposure.onDidChange(() => this.announce()));
    this.lifetime.add(this.tools.onDidChange(() => this.announce()));
    const decidedOtherwise = () => {
      void this.heed();
      this.announce();
    };
    this.lifetime.add(sources.ledger.onDidChange(decidedOtherwise));
    this.lifetime.add(sources.sharingState.onDidChange(decidedOtherwise));
    this.lifetime.add(sources.approvals.onDidChange(decidedOtherwise));
    this.lifetime.add(sources.catalog.onDidChange(() => void this.heed()));
    if (bounds !== undefined) this.lifetime.add(bounds.onDidChange(decidedOtherwise));
  }

  /** Unique among all in this window. */
  abstract readonly id: string;

  /** What the user reads where this is meant. */
  abstract get name(): string;

  abstract get state(): ServerState;

  /** Is a process there, or about to be: any, where there can be several? */
  get isActive(): boolean {
    return isActive(this.state);
  }

  /** For which client folders are granted here. */
  abstract get who(): Who;

  /** The definition read to the end; undefined until that was done once, and while it cannot be used. */
  abstract get prepared(): PreparedServer | undefined;

  /** Why the definition cannot be used, and where it is wrong. */
  abstract get fault(): UnpreparedServer | undefined;

  /** Ends all that runs. */
  protected abstract stopBecause(why: string): Promise<void>;

  /** Ends all that runs; what starts by itself starts again with the next folder. */
  protected waitBecause(why: string): Promise<void> {
    return this.stopBecause(why);
  }

  /** Under what its grants are kept, when its definition has this fingerprint. */
  protected abstract granteeOf(server: Fingerprint): Fingerprint;

  /** Names the server it is about. */
  get serverId(): string {
    return serverId(this.definition);
  }

  /** Under what its grants are kept: another one with every change of the definition. */
  get fingerprint(): Fingerprint | undefined {
    return this.prepared && this.granteeOf(this.prepared.fingerprint);
  }

  /** Whether the user approved the definition as it was read last; undefined while it cannot be used. */
  get approval(): ApprovalStanding | undefined {
    return this.prepared && this.sources.approvals.standingOf(this.prepared);
  }

  /** Under what its grants were kept before the definition changed. Those are not in force. */
  get fingerprintBefore(): Fingerprint | undefined {
    const { approval } = this;
    if (approval?.kind !== 'approved' || approval.replaces === undefined) return undefined;
    return this.granteeOf(approval.replaces);
  }

  /** Was this folder granted to what was approved before the definition changed? Such a grant is not in force. */
  wasAllowed(folder: Grantable): boolean {
    const server = this.fingerprintBefore;
    return server !== undefined && isAllowed(this.sources.ledger, { server, folder });
  }

  /** The inputs that have to be answered before a start. */
  get missing(): readonly InputDefinition[] {
    return this.prepared?.late?.missing ?? [];
  }

  /** Every folder that could become a root, whether it is told of any or not. */
  get candidates(): readonly Candidate[] {
    const { fingerprint } = this;
    const { catalog, ledger } = this.sources;
    return fingerprint === undefined ? [] : candidatesFor(fingerprint, catalog, ledger);
  }

  /** Every candidate as it stands here, in order. Empty for a server that hears nothing of folders. */
  get folders(): readonly FolderStanding[] {
    const { fingerprint } = this;
    if (fingerprint === undefined || !hearsOfRoots(this.definition)) return [];
    const { ledger } = this.sources;
    return this.candidates
      .filter((candidate) => this.#takes(candidate))
      .map((candidate) => {
        return { candidate, consent: consentState(ledger, fingerprint, candidate) };
      });
  }

  /** The folders that the definition itself names to the server, and whether each is granted. */
  get named(): readonly NamedStanding[] {
    const { prepared } = this;
    return prepared === undefined ? [] : this.namedBy(prepared.late?.finished ?? prepared);
  }

  /** The same of a launch in which everything is put in. */
  namedBy({ launch, texts, leads, cwdRealPath }: ReadLaunch): readonly NamedStanding[] {
    const own = launch.kind === 'process' ? launch.cwd : undefined;
    const cwd =
      own === undefined || cwdRealPath === undefined ? undefined : { path: own, realPath: cwdRealPath };
    const whole = readFrom(leads, this.#worksIn(own), path);
    return namedFolders(texts, cwd, this.candidates, path, whole).map((folder) => {
      return { ...folder, granted: this.isGranted(folder), duration: this.#decisionOn(folder)?.duration };
    });
  }

  /** Where it would work if it was started now, for a definition that leaves that to its folders. */
  #worksIn(cwd: string | undefined): string | undefined {
    return cwd === inPrimaryRoot ? this.exposure.current.roots[0]?.folder : undefined;
  }

  /** Folders that nobody has decided about here. */
  get waiting(): readonly Candidate[] {
    return this.folders.flatMap(({ candidate, consent }) => (consent.kind === 'undecided' ? candidate : []));
  }

  /** May the definition name this folder to the server now? */
  isGranted(folder: NamedFolder): boolean {
    const { sharing, trusted } = this.sources.sharingState.switches;
    return !folder.moved && sharing && trusted && this.#decisionOn(folder)?.verdict === 'allow';
  }

  /**
   * Fails unless this may be started now (rules 1 and 2).
   * @throws {Refused} when the workspace is not trusted, the definition not approved, an answer to one of its inputs
   * missing or a folder that it names not granted
   */
  protected mustBeAllowed(prepared: PreparedServer): void {
    if (!this.sources.sharingState.switches.trusted) {
      throw new Refused(
        'not trusted',
        `"${this.name}" is not started because this workspace is not trusted.`,
      );
    }
    this.mustBeApproved(prepared);
    const [unanswered] = this.missing;
    if (unanswered !== undefined) {
      throw new Refused(
        'not answered',
        `"${this.name}" is not started: it needs your answer to "${displayText(inputTitle(unanswered), 100)}". Start it by hand to give it.`,
      );
    }
    const refused = this.named.find(({ granted }) => !granted);
    if (refused !== undefined) throw notGranted(this.name, refused);
  }

  /** @throws {Refused} when the user did not approve exactly this */
  mustBeApproved(prepared: PreparedServer): void {
    const standing = this.sources.approvals.standingOf(prepared);
    if (isApproved(standing)) return;
    if (standing.kind === 'other program') {
      throw new Refused(
        'not approved',
        `"${this.name}" is not started: the name of its program leads to another file than when it was approved. Start it by hand to look at that and to approve it.`,
      );
    }
    throw new Refused(
      'not approved',
      `"${this.name}" is not started: its definition ${unapprovedText[standing.kind]}. Start it by hand to look at the definition and to approve it.`,
    );
  }

  /** Is anything allowed to it that it can be told of: by its launch, folders only? */
  protected get hasSomething(): boolean {
    const { current } = this.exposure;
    return (placesRoots(this.definition.transport) ? current.roots : listedRoots(current)).length > 0;
  }

  /** From now on the exposure is that of what the definition was read as. */
  protected followPrepared(): void {
    const { fingerprint } = this;
    const { roots } = this.definition;
    const declare = hearsOfRoots(this.definition);
    this.tools.follow(fingerprint);
    this.exposure.follow(
      fingerprint === undefined
        ? undefined
        : { fingerprint, declare, primary: roots.primary, ...askedBesides(roots) },
    );
  }

  protected announce(): void {
    this.changed.fire(this.state);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** From now on what holds is compared with this. */
  protected startsWith(prepared: PreparedServer): void {
    this.#startedWith = { prepared, named: new Set(this.named.map(({ path: named }) => named)) };
  }

  /**
   * Does with all that runs what follows from what holds now (rule 17); to be called whenever any of it may be another.
   * Resolves when that is done.
   */
  protected async heed(more: RunFacts = {}): Promise<void> {
    if (!this.isActive) return;
    const decision = decideRun(nounOf(this.definition), { ...this.facts, ...more });
    switch (decision.do) {
      case 'stop':
        return this.stopBecause(decision.why);
      case 'wait':
        return this.waitBecause(decision.why);
      case 'keep':
    }
  }

  /** What is otherwise than when it was started, as far as that concerns all of its sessions. */
  protected get facts(): RunFacts {
    const { prepared, named } = this.#startedWith ?? {};
    const redefined = whyAnother(prepared, this.prepared);
    const refused = this.named.find(({ granted, grantable }) => !granted && grantable !== undefined);
    return {
      ...(!this.sources.sharingState.switches.trusted && { workspace: 'not trusted' }),
      ...(redefined !== undefined && { redefined }),
      ...(this.approval !== undefined && !mayGoOn(this.approval) && { definition: 'not approved' }),
      ...(refused && {
        refused: {
          name: refused.name,
          isMoved: refused.moved,
          wasGranted: named?.has(refused.path) === true,
        },
      }),
    };
  }

  /** A file or an address concerns only who asks for it. */
  #takes(candidate: Candidate): boolean {
    const { declare, ...roots } = this.definition.roots;
    return isAskedFor(declare ? roots : {}, candidate);
  }

  /** What was decided about it; for a file without a decision of its own, about the folder that shows it anyway. */
  #decisionOn({ grantable }: NamedFolder): Decision | undefined {
    const server = this.fingerprint;
    if (server === undefined || grantable === undefined) return undefined;
    const { ledger } = this.sources;
    const file = fileOf(grantable);
    const own = ledger.nearest({ server, folder: grantable });
    return own ?? (file && ledger.nearest({ server, folder: file }));
  }
}
