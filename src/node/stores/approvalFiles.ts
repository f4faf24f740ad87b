import type { Approval } from '../../core/approval/approvals';
import type { Fingerprint } from '../../core/consent/decision';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { ApprovalStore, Log } from '../../core/ports';
import type { PrivateFolder } from './privateFolder';
import type { Fields, Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';

/** Approvals: one signed record each in the `approvals` folder of the global storage (design, rule 6). */
export class ApprovalFiles implements ApprovalStore, Disposable {
  readonly #records: SignedRecords<Approval>;

  private constructor(records: SignedRecords<Approval>) {
    this.#records = records;
  }

  /** Reads what is there. @throws {UserError} when the folder cannot be used. */
  static async open(storage: PrivateFolder, signer: Signer, log: Log): Promise<ApprovalFiles> {
    const folder = await storage.child('approvals');
    return new ApprovalFiles(await SignedRecords.open({ folder, signer, format, log }));
  }

  get standing(): readonly Approval[] {
    return this.#records.values;
  }

  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  async write(approval: Approval): Promise<void> {
    await this.#records.write([approval]);
  }

  dispose(): void {
    this.#records.dispose();
  }
}

const format: RecordFormat<Approval> = {
  noun: 'approval',
  subjectOf: ({ serverId, place }) => ['approval', serverId, place],
  fieldsOf: ({ serverId, place, fingerprint, replaces, summary, approvedAt }) => {
    return { serverId, place, fingerprint, replaces: replaces ?? null, summary, approvedAt };
  },
  parse: parseApproval,
  // Two windows that approve two definitions at the same moment: neither is worse, the names of the files decide.
  caution: () => 0,
};

function parseApproval(fields: Fields): Approval | undefined {
  const { serverId, place, fingerprint, replaces, summary, approvedAt } = fields;
  if (typeof serverId !== 'string' || typeof place !== 'string' || typeof fingerprint !== 'string')
    return undefined;
  if (typeof summary !== 'string' || typeof approvedAt !== 'number') return undefined;
  if (replaces !== null && typeof replaces !== 'string') return undefined;
  return {
    serverId,
    place,
    fingerprint: fingerprint as Fingerprint,
    replaces: replaces === null ? undefined : (replaces as Fingerprint),
    summary,
    approvedAt,
  };
}
