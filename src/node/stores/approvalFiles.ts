import type { Approval, ApprovalTakenBack, ApprovalStore } from '../../core/approval/approvalStore';
import type { Program } from '../../core/approval/program';
import type { Fingerprint } from '../../core/consent/decision';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import { asRealPath } from '../../core/roots/realPath';
import type { Watched } from './head/outsideChanges';
import type { StoreHead } from './head/storeHead';
import type { PrivateFolder } from './privateFolder';
import type { Fields, Json, Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';

type Recorded = Approval | ApprovalTakenBack;

/**
 * Approvals: one signed record each in the `approvals` folder of the global storage (rule 6). One that was
 * taken back leaves a record too, so that an old one put back beside it loses.
 */
export class ApprovalFiles implements ApprovalStore, Disposable {
  readonly #records: SignedRecords<Recorded>;
  #standing: { readonly of: readonly Recorded[]; readonly approvals: readonly Approval[] } | undefined;

  private constructor(records: SignedRecords<Recorded>) {
    this.#records = records;
  }

  /**
   * Reads what is there. @param head left out: what is deleted or put back while no host runs is not noticed
   * @throws {UserError} when the folder cannot be used.
   */
  static async open(
    storage: PrivateFolder,
    signer: Signer,
    log: Log,
    head?: StoreHead,
  ): Promise<ApprovalFiles> {
    const folder = await storage.child('approvals');
    return new ApprovalFiles(
      await SignedRecords.open({ folder, signer, format, log, head: head?.of('approvals') }),
    );
  }

  get standing(): readonly Approval[] {
    const recorded = this.#records.values;
    if (this.#standing?.of !== recorded) {
      this.#standing = { of: recorded, approvals: recorded.filter(isApproval) };
    }
    return this.#standing.approvals;
  }

  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  async write(word: Recorded): Promise<void> {
    await this.#records.write([word]);
  }

  async amend(approval: Approval, before: Approval): Promise<boolean> {
    let isDue = false;
    await this.#records.writeWhere([approval], (_, latest) => (isDue = isSame(latest, before)));
    return isDue;
  }

  /** See `SignedRecords`. */
  get signed(): Watched {
    return this.#records;
  }

  dispose(): void {
    this.#records.dispose();
  }
}

const format: RecordFormat<Recorded> = {
  noun: 'approval',
  subjectOf: ({ serverId, place }) => ['approval', serverId, place],
  fieldsOf: (word) => {
    const { serverId, place } = word;
    if (!isApproval(word)) return { serverId, place, fingerprint: null, takenBackAt: word.takenBackAt };
    const { fingerprint, replaces, summary, program, unlessSaid, approvedAt } = word;
    const programField = program && { program: { path: program.path, leadsTo: program.leadsTo } };
    const whereField = unlessSaid && { unlessSaid };
    const known = { serverId, place, fingerprint, replaces: replaces ?? null, summary, approvedAt };
    return { ...known, ...programField, ...whereField };
  },
  parse: parseRecorded,
  // Two windows that approve two definitions at the same moment: neither is worse, the names of the files decide.
  caution: (word) => (isApproval(word) ? 0 : 1),
  madeAt: (word) => (isApproval(word) ? word.approvedAt : word.takenBackAt),
};

function isApproval(word: Recorded): word is Approval {
  return word.fingerprint !== undefined;
}

function isSame(now: Recorded, before: Approval): boolean {
  return isApproval(now) && now.fingerprint === before.fingerprint && now.approvedAt === before.approvedAt;
}

/** Versions until 0.2.0 wrote none. @returns 'wrong' where it is none */
function programIn(field: Json | undefined): Program | 'wrong' | undefined {
  if (field === undefined) return undefined;
  const { path, leadsTo } = { path: undefined, leadsTo: undefined, ...(field as object) };
  if (typeof path !== 'string' || typeof leadsTo !== 'string') return 'wrong';
  return { path, leadsTo: asRealPath(leadsTo) };
}

function parseRecorded(fields: Fields): Recorded | undefined {
  const { serverId, place, fingerprint, takenBackAt, replaces, summary, unlessSaid, approvedAt } = fields;
  const program = programIn(fields['program']);
  if (typeof serverId !== 'string' || typeof place !== 'string') return undefined;
  if (fingerprint === null) {
    return typeof takenBackAt === 'number'
      ? { serverId, place, fingerprint: undefined, takenBackAt }
      : undefined;
  }
  if (typeof fingerprint !== 'string') return undefined;
  if (typeof summary !== 'string' || typeof approvedAt !== 'number') return undefined;
  if (replaces !== null && typeof replaces !== 'string') return undefined;
  if (program === 'wrong') return undefined;
  return {
    serverId,
    place,
    fingerprint: fingerprint as Fingerprint,
    replaces: replaces === null ? undefined : (replaces as Fingerprint),
    summary,
    // Version 0.2.0 did not write it.
    unlessSaid: unlessSaid === 'empty folder' ? unlessSaid : undefined,
    program,
    approvedAt,
  };
}
