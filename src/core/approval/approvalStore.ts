import type { Fingerprint } from '../consent/decision';
import type { Event } from '../event';
import type { Program } from './program';

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
  /** Where the name of its program led; versions until 0.2.0 kept none, and without a program there is none. */
  readonly program: Program | undefined;
  /** Where it was to run unless its definition says where. Undefined until 0.2.0: in the first folder that it may see. */
  readonly unlessSaid: 'empty folder' | undefined;
  /** Milliseconds since the epoch. */
  readonly approvedAt: number;
}

/** The user's word that nothing may run under this id any more before it is approved again. */
export interface ApprovalTakenBack extends Pick<Approval, 'serverId' | 'place'> {
  readonly fingerprint: undefined;
  /** Milliseconds since the epoch. */
  readonly takenBackAt: number;
}

/** Where approvals are kept: as decisions are. */
export interface ApprovalStore {
  /** The approval that holds for each server and place. What cannot be read or verified is not in it. */
  readonly standing: readonly Approval[];
  /** Something in `standing` changed, by this window or another. */
  readonly onDidChange: Event<void>;
  /**
   * Resolves once the word is safely on disk and in `standing`, in the place of an earlier one.
   * @throws {UserError} when it could not be written; then `standing` is as it was.
   */
  write(word: Approval | ApprovalTakenBack): Promise<void>;
  /**
   * Puts an approval in the place of one, unless another word stands there by then: what was taken back stays so.
   * @returns whether it stands now
   * @throws {UserError} when it could not be written; then `standing` is as it was.
   */
  amend(approval: Approval, before: Approval): Promise<boolean>;
}
