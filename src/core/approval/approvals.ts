import type { Fingerprint } from '../consent/decision';
import { Emitter } from '../event';
import { Lifetime, type Disposable } from '../lifecycle';
import type { Clock } from '../clock';
import {
  amendApproval,
  standingApprovals,
  type Approval,
  type ApprovalAbout,
  type ApprovalStore,
  type ApprovalTakenBack,
} from './approval';
import { serverId, type ServerDefinition } from '../servers/definition';
import { toKeep, type KeptDefinition } from './definitionSummary';
import { turnedProgram, type Program, type TurnedProgram } from './program';
import { saysNotWhere } from './whereItRuns';

/** A definition that was read to the end, as far as approving it depends on it. */
export interface ApprovalSubject {
  readonly definition: ServerDefinition;
  readonly fingerprint: Fingerprint;
  readonly summary: KeptDefinition;
  /** Undefined where no program runs, or an answer decides which. */
  readonly program: Program | undefined;
}

/** Whether a definition may run. Only what is approved or comes with the extension may. */
export type ApprovalStanding =
  | { readonly kind: 'not needed' }
  | { readonly kind: 'approved'; readonly replaces: Fingerprint | undefined }
  | { readonly kind: 'new' }
  /** Something else was approved under this id. */
  | { readonly kind: 'changed'; readonly before: Approval }
  /** This definition was approved, but the name of its program led elsewhere. What runs is what was approved. */
  | { readonly kind: 'other program'; readonly before: Approval; readonly program: TurnedProgram }
  /** This definition was approved, by a version that would have run it in the first folder that it may see. */
  | { readonly kind: 'runs elsewhere'; readonly before: Approval };

/** A standing with which a definition may run. */
type ApprovedStanding = Extract<ApprovalStanding, { readonly kind: 'approved' | 'not needed' }>;

/** May a definition with this standing run? */
export function isApproved(standing: ApprovalStanding): standing is ApprovedStanding {
  const { kind } = standing;
  return kind === 'approved' || kind === 'not needed';
}

/** May what runs already go on with this standing? A link that was changed since its start has not changed it. */
export function mayGoOn(standing: ApprovalStanding): boolean {
  return isApproved(standing) || standing.kind === 'other program';
}

/** Why a definition with this standing may not run, as the end of a sentence about it. */
export const unapprovedText = {
  new: 'was not approved yet',
  changed: 'has changed since it was approved',
  'other program': 'has a program whose name leads to another file than when it was approved',
  'runs elsewhere': 'was approved when it ran in the first folder that it may see, not in an empty one',
} as const;

/**
 * Which definitions the user approved. One approval holds for each server of each scope: approving another
 * fingerprint ends it, so that a definition which is changed back is asked about again (MCPoison, CVE-2025-54136).
 */
export class Approvals implements Disposable {
  readonly #store: ApprovalStore;
  readonly #clock: Clock;
  readonly #workspace: string;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #approved = this.#lifetime.add(new Emitter<Approval>());
  readonly #tookBack = this.#lifetime.add(new Emitter<Fingerprint>());
  /** By id and place: when this window took an approval back. That holds also where it could not be written. */
  readonly #takenBack = new Map<string, number>();
  /** Programs of approvals that were kept without one, as this window saw them first. */
  readonly #adopted = new Map<string, Program>();

  /** Fires when an approval came or went, by this window or another. */
  readonly onDidChange = this.#changed.event;

  /** Fires with what the user approved in this window, once it is kept. */
  readonly onDidApprove = this.#approved.event;
  /** Fires with the fingerprint of what the user took back in this window, whether that is kept already or not. */
  readonly onDidTakeBack = this.#tookBack.event;

  /** @param workspace names the workspace of this window */
  constructor(store: ApprovalStore, clock: Clock, workspace: string) {
    this.#store = store;
    this.#clock = clock;
    this.#workspace = workspace;
    this.#lifetime.add(store.onDidChange(() => this.#changed.fire()));
  }

  /** Says whether a definition may run. What cannot be read or verified does not approve anything. */
  standingOf({
    definition,
    fingerprint,
    program,
  }: Pick<ApprovalSubject, 'definition' | 'fingerprint' | 'program'>): ApprovalStanding {
    if (definition.scope.kind === 'bundled') return { kind: 'not needed' };
    const before = this.#heldBy(definition);
    if (before === undefined) return { kind: 'new' };
    if (before.fingerprint !== fingerprint) return { kind: 'changed', before };
    const turned = turnedProgram(this.#programOf(before, program), program);
    const approved: ApprovalStanding =
      before.unlessSaid === undefined && saysNotWhere(definition)
        ? { kind: 'runs elsewhere', before }
        : { kind: 'approved', replaces: before.replaces };
    return turned === undefined ? approved : { kind: 'other program', before, program: turned };
  }

  /**
   * Keeps where the name of a program leads at the first look, for an approval from before that was kept. Does nothing
   * where this approval has a program, or where another approval knows the name to lead elsewhere. Never throws: what
   * cannot be kept holds for this window.
   */
  async adoptProgram({ definition, fingerprint, program }: ApprovalSubject): Promise<void> {
    const before = definition.scope.kind === 'bundled' ? undefined : this.#heldBy(definition);
    if (before === undefined || program === undefined || before.fingerprint !== fingerprint) return;
    if (this.#ownProgramOf(before) !== undefined) return;
    if (turnedProgram(this.#programOf(before, program), program) !== undefined) return;
    this.#adopted.set(adoptionOf(before), program);
    await amendApproval(this.#store, { ...before, program }, before).catch(() => undefined);
  }

  /**
   * Records that the user approved where the name of a program leads now, in every approval with this program, of every
   * workspace. All else in them stays.
   * @throws {UserError} when some of that could not be kept; it is not approved then
   */
  async approveProgram({ path, now }: TurnedProgram): Promise<void> {
    const program: Program = { path, leadsTo: now };
    const using = standingApprovals(this.#store).filter((each) => this.#ownProgramOf(each)?.path === path);
    for (const before of using) {
      const amended = { ...before, program };
      if (await amendApproval(this.#store, amended, before)) this.#approved.fire(amended);
    }
  }

  /**
   * Records that the user approved this definition, and no earlier one of its id any more.
   * @throws {UserError} when it could not be kept; it is not approved then
   */
  async approve({ definition, fingerprint, summary, program }: ApprovalSubject): Promise<void> {
    const before = this.#heldBy(definition);
    const key = this.#keyOf(definition);
    const approval: Approval = {
      ...key,
      fingerprint,
      replaces: before?.fingerprint === fingerprint ? before.replaces : before?.fingerprint,
      summary: toKeep(summary),
      program,
      unlessSaid: 'empty folder',
      approvedAt: this.#timeAfter(key),
    };
    await this.#store.write([approval]);
    if (this.#takenBack.delete(nameOf(key))) this.#changed.fire();
    this.#approved.fire(approval);
  }

  /**
   * Takes an approval back: what runs ends, and nothing under this id runs before it is approved again. Holds at once.
   * @throws {UserError} when it could not be kept; it then holds for this window only
   */
  async takeBack({
    definition,
    fingerprint,
  }: Pick<ApprovalSubject, 'definition' | 'fingerprint'>): Promise<void> {
    const key = this.#keyOf(definition);
    const takenBackAt = this.#timeAfter(key);
    this.#takenBack.set(nameOf(key), takenBackAt);
    this.#changed.fire();
    const word: ApprovalTakenBack = { ...key, fingerprint: undefined, takenBackAt };
    this.#tookBack.fire(fingerprint);
    await this.#store.write([word]);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** The program of an approval: its own, else that of another approval which has the same path as now. */
  #programOf(approval: Approval, now: Program | undefined): Program | undefined {
    const own = this.#ownProgramOf(approval);
    if (own !== undefined) return own;
    const others = standingApprovals(this.#store)
      .map((each) => this.#ownProgramOf(each))
      .filter((each) => each !== undefined && each.path === now?.path);
    return others.find((each) => each?.leadsTo === now?.leadsTo) ?? others[0];
  }

  #ownProgramOf(approval: Approval): Program | undefined {
    return approval.program ?? this.#adopted.get(adoptionOf(approval));
  }

  #heldBy(definition: ServerDefinition): Approval | undefined {
    const key = this.#keyOf(definition);
    const held = this.#standing(key);
    const takenBackAt = this.#takenBack.get(nameOf(key));
    return held !== undefined && takenBackAt !== undefined && held.approvedAt <= takenBackAt
      ? undefined
      : held;
  }

  #standing({ serverId: id, place }: ApprovalAbout): Approval | undefined {
    return standingApprovals(this.#store).find((each) => each.serverId === id && each.place === place);
  }

  #keyOf(definition: ServerDefinition): ApprovalAbout {
    return { serverId: serverId(definition), place: placeOf(definition, this.#workspace) };
  }

  /** A time later than what was said of it before, even if the clock was set back. */
  #timeAfter(key: ApprovalAbout): number {
    const before = Math.max(this.#standing(key)?.approvedAt ?? 0, this.#takenBack.get(nameOf(key)) ?? 0);
    return Math.max(this.#clock.now(), before + 1);
  }
}

function nameOf({ serverId: id, place }: ApprovalAbout): string {
  return `${id}\0${place}`;
}

/** The key of an adopted program. A later approval of the same definition has another key: its program was not seen. */
function adoptionOf(approval: Approval): string {
  return `${nameOf(approval)}\0${approval.fingerprint}\0${approval.approvedAt}`;
}

/** Servers of two workspaces may share a name, and one of the user may differ from workspace to workspace. */
function placeOf({ scope, transport }: ServerDefinition, workspace: string): string {
  const isEverywhere = scope.kind === 'user' && !JSON.stringify(transport).includes('${workspaceFolder');
  return isEverywhere ? '' : workspace;
}
