import type { Fingerprint } from '../consent/decision';
import type { RecordStore } from '../recordStore';
import type { KeptDefinition } from './definitionSummary';
import type { Program } from './program';

/** The user's word that exactly this definition may run. */
export interface Approval {
  readonly serverId: string;
  /** The workspace in which it was approved; empty where the definition is the same in all of them. */
  readonly place: string;
  readonly fingerprint: Fingerprint;
  /** The fingerprint approved before under this id: its grants are offered again, never taken over. */
  readonly replaces: Fingerprint | undefined;
  /** The definition as it was approved, to be shown beside a changed one. */
  readonly summary: KeptDefinition;
  /** Its program, and where the name led. Undefined without a program, and until 0.2.0, when none was kept. */
  readonly program: Program | undefined;
  /** Where it runs if its definition does not say. Undefined until 0.2.0: in the first folder that it may see. */
  readonly unlessSaid: 'empty folder' | undefined;
  /** Milliseconds since the epoch. */
  readonly approvedAt: number;
}

/** The user's word that nothing may run under this id any more before it is approved again. */
export interface ApprovalTakenBack extends ApprovalAbout {
  readonly fingerprint: undefined;
  /** Milliseconds since the epoch. */
  readonly takenBackAt: number;
}

/** What one approval is about: a server or agent, and the place in which it was approved. */
export type ApprovalAbout = Pick<Approval, 'serverId' | 'place'>;

/** Where approvals are kept. */
export type ApprovalStore = RecordStore<Approval | ApprovalTakenBack, ApprovalAbout>;

/** The approval that holds for each server and place. */
export function standingApprovals({ values }: Pick<ApprovalStore, 'values'>): readonly Approval[] {
  return values.filter((word) => word.fingerprint !== undefined);
}

/**
 * Puts an approval in the place of an earlier one, unless the user has decided otherwise by then: what was taken back
 * stays so.
 * @returns whether it holds now
 * @throws {UserError} when it could not be written; then the earlier one holds
 */
export async function amendApproval(
  store: Pick<ApprovalStore, 'writeWhere'>,
  approval: Approval,
  before: Approval,
): Promise<boolean> {
  let isDue = false;
  await store.writeWhere([approval], (_, latest) => (isDue = isSame(latest, before)));
  return isDue;
}

function isSame(now: Approval | ApprovalTakenBack, before: Approval): boolean {
  return (
    now.fingerprint !== undefined &&
    now.fingerprint === before.fingerprint &&
    now.approvedAt === before.approvedAt
  );
}
