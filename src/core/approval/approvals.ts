import type { Fingerprint } from '../consent/decision';
import { Emitter } from '../event';
import { Lifetime, type Disposable } from '../lifecycle';
import type { ApprovalStore, Clock } from '../ports';
import { serverId, type ServerDefinition } from '../servers/definition';
import { keptSummary } from './definitionSummary';

/** The user's word that exactly this definition may run. */
export interface Approval {
  readonly serverId: string;
  /** The workspace whose word it is; empty where the definition is the same in all of them. */
  readonly place: string;
  readonly fingerprint: Fingerprint;
  /** What was approved before under this id: its grants are offered again, never taken over. */
  readonly replaces: Fingerprint | undefined;
  /** The definition as it was approved, in words, to be shown beside a changed one. */
  readonly summary: string;
  /** Milliseconds since the epoch. */
  readonly approvedAt: number;
}

/** The user's word that nothing may run under this id any more before it is approved again. */
export interface ApprovalTakenBack extends Pick<Approval, 'serverId' | 'place'> {
  readonly fingerprint: undefined;
  /** Milliseconds since the epoch. */
  readonly takenBackAt: number;
}

/** A definition that was read to the end, as far as approving it depends on it. */
export interface ApprovalSubject {
  readonly definition: ServerDefinition;
  readonly fingerprint: Fingerprint;
  readonly summary: string;
}

/** How a definition stands. Only what is approved or comes with the extension may run. */
export type ApprovalStanding =
  | { readonly kind: 'not needed' }
  | { readonly kind: 'approved'; readonly replaces: Fingerprint | undefined }
  | { readonly kind: 'new' }
  /** Something else was approved under this id. */
  | { readonly kind: 'changed'; readonly before: Approval };

/** May what stands so run? */
export function isApproved({ kind }: ApprovalStanding): boolean {
  return kind === 'approved' || kind === 'not needed';
}

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

  /** Some approval came or went, by this window or another. */
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

  /** Says how a definition stands. What cannot be read or verified does not approve anything. */
  standingOf({ definition, fingerprint }: ApprovalSubject): ApprovalStanding {
    if (definition.scope.kind === 'bundled') return { kind: 'not needed' };
    const before = this.#heldBy(definition);
    if (before === undefined) return { kind: 'new' };
    return before.fingerprint === fingerprint
      ? { kind: 'approved', replaces: before.replaces }
      : { kind: 'changed', before };
  }

  /**
   * Records that the user approved this definition, and no earlier one of its id any more.
   * @throws {UserError} when it could not be kept; it is not approved then
   */
  async approve({ definition, fingerprint, summary }: ApprovalSubject): Promise<void> {
    const before = this.#heldBy(definition);
    const key = this.#keyOf(definition);
    const approval: Approval = {
      ...key,
      fingerprint,
      replaces: before?.fingerprint === fingerprint ? before.replaces : before?.fingerprint,
      summary: keptSummary(summary),
      approvedAt: this.#timeAfter(key),
    };
    await this.#store.write(approval);
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
    await this.#store.write(word);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #heldBy(definition: ServerDefinition): Approval | undefined {
    const key = this.#keyOf(definition);
    const held = this.#standing(key);
    const takenBackAt = this.#takenBack.get(nameOf(key));
    return held !== undefined && takenBackAt !== undefined && held.approvedAt <= takenBackAt
      ? undefined
      : held;
  }

  #standing({ serverId: id, place }: Key): Approval | undefined {
    return this.#store.standing.find((each) => each.serverId === id && each.place === place);
  }

  #keyOf(definition: ServerDefinition): Key {
    return { serverId: serverId(definition), place: placeOf(definition, this.#workspace) };
  }

  /** Later than what was said of it before, also when the clock was set back. */
  #timeAfter(key: Key): number {
    const before = Math.max(this.#standing(key)?.approvedAt ?? 0, this.#takenBack.get(nameOf(key)) ?? 0);
    return Math.max(this.#clock.now(), before + 1);
  }
}

/** What one approval is about. */
type Key = Pick<Approval, 'serverId' | 'place'>;

function nameOf({ serverId: id, place }: Key): string {
  return `${id}\0${place}`;
}

/** Servers of two workspaces may share a name, and one of the user may be another server in each workspace. */
function placeOf({ scope, transport }: ServerDefinition, workspace: string): string {
  const isEverywhere = scope.kind === 'user' && !JSON.stringify(transport).includes('${workspaceFolder');
  return isEverywhere ? '' : workspace;
}
