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
 * Someone whom folders are granted to: a server for one client, or an agent. It knows what the user decided, and ends
 * its processes as soon as they may not run any more.
 */
export abstract class Grantee implements Disposable {
  readonly definition: ServerDefinition;
  readonly exposure: ServerExposure;
  /** The tools that it listed, and how they have changed since. */
  readonly tools = new ToolMemory();
  /** Its tool calls that are active or most recent. Changes of these do not fire `onDidChange`. */
  readonly calls = new ToolCalls();
  protected readonly sources: ConsentSources;
  protected readonly lifetime = new Lifetime();
  /** What the present processes were started with: the definition, and the paths of the folders that it named. */
  #startedWith: { readonly prepared: PreparedServer; readonly named: ReadonlySet<string> } | undefined;
  protected readonly changed = this.lifetime.add(new Emitter<ServerState>());

  /** Fires with the state when anything about it except `calls` has changed. */
  readonly onDidChange = this.changed.event;

  /** @param bounds limits beyond which nothing is exposed, whatever is granted; left out: no limits */
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

  /** Its name for the user. */
  abstract get name(): string;

  abstract get state(): ServerState;

  /** Is a process running or about to start? Where there can be several: is any of them? */
  get isActive(): boolean {
    return isActive(this.state);
  }

  /** The client for which folders are granted here. */
  abstract get who(): Who;

  /** The definition read to the end; undefined until that was done once, and while it cannot be used. */
  abstract get prepared(): PreparedServer | undefined;

  /** Why the definition cannot be used, and where it is wrong. */
  abstract get fault(): UnpreparedServer | undefined;

  /** Ends all that runs. */
  protected abstract stopBecause(why: string): Promise<void>;

  /** Ends all that runs. What starts by itself starts again when the next folder is allowed. */
  protected waitBecause(why: string): Promise<void> {
    return this.stopBecause(why);
  }

  /** The fingerprint under which its grants are kept, given the fingerprint of its definition. */
  protected abstract granteeOf(server: Fingerprint): Fingerprint;

  /** The id of its server or agent. */
  get serverId(): string {
    return serverId(this.definition);
  }

  /** The fingerprint under which its grants are kept; it changes with every change of the definition. */
  get fingerprint(): Fingerprint | undefined {
    return this.prepared && this.granteeOf(this.prepared.fingerprint);
  }

  /** Whether the user approved the definition as it was read last; undefined while it cannot be used. */
  get approval(): ApprovalStanding | undefined {
    return this.prepared && this.sources.approvals.standingOf(this.prepared);
  }

  /** The fingerprint under which its grants were kept before the definition changed. Those are not in force. */
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

  /** Every folder that could become a root, also for a server that is told of none. */
  get candidates(): readonly Candidate[] {
    const { fingerprint } = this;
    const { catalog, ledger } = this.sources;
    return fingerprint === undefined ? [] : candidatesFor(fingerprint, catalog, ledger);
  }

  /** Every candidate that it can be told of, in order, with the decision on it; none for a server told of none. */
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

  /** As `named`, for a launch in which every variable has been put in. */
  namedBy({ launch, texts, leads, cwdRealPath }: ReadLaunch): readonly NamedStanding[] {
    const own = launch.kind === 'process' ? launch.cwd : undefined;
    const cwd =
      own === undefined || cwdRealPath === undefined ? undefined : { path: own, realPath: cwdRealPath };
    const whole = readFrom(leads, this.#worksIn(own), path);
    return namedFolders(texts, cwd, this.candidates, path, whole).map((folder) => {
      return { ...folder, granted: this.isGranted(folder), duration: this.#decisionOn(folder)?.duration };
    });
  }

  /** Its working directory if it was started now, where its definition leaves that to its folders. */
  #worksIn(cwd: string | undefined): string | undefined {
    return cwd === inPrimaryRoot ? this.exposure.current.roots[0]?.folder : undefined;
  }

  /** Folders that the user has not decided about for it. */
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

  /** @throws {Refused} when the user has not approved exactly this definition and program */
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

  /** May it see anything that it can be told of? If its launch is what tells it, only folders count. */
  protected get hasSomething(): boolean {
    const { current } = this.exposure;
    return (placesRoots(this.definition.transport) ? current.roots : listedRoots(current)).length > 0;
  }

  /** Computes the exposure from now on for the definition as it was read last. */
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

  /** Remembers what is being started, to compare it later with what holds then. */
  protected startsWith(prepared: PreparedServer): void {
    this.#startedWith = { prepared, named: new Set(this.named.map(({ path: named }) => named)) };
  }

  /**
   * Ends what runs, or has it wait, if the present facts demand it (rule 17); to be called whenever they may have
   * changed. Resolves when that is done.
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

  /** What has changed since it was started, as far as it concerns all of its sessions. */
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

  /** A file or a URL concerns only a server whose definition asks for such. */
  #takes(candidate: Candidate): boolean {
    const { declare, ...roots } = this.definition.roots;
    return isAskedFor(declare ? roots : {}, candidate);
  }

  /** The decision on it; for a file without one of its own, the decision on the folder that shows it anyway. */
  #decisionOn({ grantable }: NamedFolder): Decision | undefined {
    const server = this.fingerprint;
    if (server === undefined || grantable === undefined) return undefined;
    const { ledger } = this.sources;
    const file = fileOf(grantable);
    const own = ledger.nearest({ server, folder: grantable });
    return own ?? (file && ledger.nearest({ server, folder: file }));
  }
}
