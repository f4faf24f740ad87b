import type { Fingerprint } from '../consent/decision';
import { Emitter, type Event } from '../event';
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
export class Approvals {
  readonly #store: ApprovalStore;
  readonly #clock: Clock;
  readonly #workspace: string;
  readonly #approved = new Emitter<Approval>();

  /** Fires with what the user approved in this window, once it is kept. */
  readonly onDidApprove = this.#approved.event;

  /** @param workspace names the workspace of this window */
  constructor(store: ApprovalStore, clock: Clock, workspace: string) {
    this.#store = store;
    this.#clock = clock;
    this.#workspace = workspace;
  }

  /** Some approval came or went, by this window or another. */
  get onDidChange(): Event<void> {
    return this.#store.onDidChange;
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
    const approval: Approval = {
      serverId: serverId(definition),
      place: placeOf(definition, this.#workspace),
      fingerprint,
      replaces: before?.fingerprint === fingerprint ? before.replaces : before?.fingerprint,
      summary: keptSummary(summary),
      approvedAt: this.#clock.now(),
    };
    await this.#store.write(approval);
    this.#approved.fire(approval);
  }

  #heldBy(definition: ServerDefinition): Approval | undefined {
    const id = serverId(definition);
    const place = placeOf(definition, this.#workspace);
    return this.#store.standing.find((each) => each.serverId === id && each.place === place);
  }
}

/** Servers of two workspaces may share a name, and one of the user may be another server in each workspace. */
function placeOf({ scope, transport }: ServerDefinition, workspace: string): string {
  const isEverywhere = scope.kind === 'user' && !JSON.stringify(transport).includes('${workspaceFolder');
  return isEverywhere ? '' : workspace;
}
