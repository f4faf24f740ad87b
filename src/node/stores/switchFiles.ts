import type { Fingerprint } from '../../core/consent/decision';
import type { Event } from '../../core/event';
import { parseLogLevel } from '../../core/features/logLevel';
import { cautionOf, type Feature, type SwitchWord } from '../../core/features/switchWord';
import type { Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { SwitchStore } from '../../core/features/switchStore';
import type { Watched } from './head/outsideChanges';
import type { StoreHead } from './head/storeHead';
import type { PrivateFolder } from './privateFolder';
import type { Fields, Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';
import { areTexts } from '../../core/recordOf';

/**
 * The switches of servers: one signed record for each feature of each server in the `switches` folder of the global
 * storage (rule 6), so that no settings file and no workspace can switch anything on.
 */
export class SwitchFiles implements SwitchStore, Disposable {
  readonly #records: SignedRecords<SwitchWord>;

  private constructor(records: SignedRecords<SwitchWord>) {
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
  ): Promise<SwitchFiles> {
    const folder = await storage.child('switches');
    return new SwitchFiles(
      await SignedRecords.open({ folder, signer, format, log, head: head?.of('switches') }),
    );
  }

  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  latest(server: Fingerprint, feature: Feature): SwitchWord | 'unreadable' | undefined {
    return this.#records.latest(subjectOf({ server, feature }));
  }

  async write(word: SwitchWord): Promise<void> {
    await this.#records.write([word]);
  }

  /** Resolves once `latest` says what is on disk now. Only needed where nobody listens to `onDidChange`. */
  refresh(): Promise<void> {
    return this.#records.refresh();
  }

  /** See `SignedRecords`. */
  get signed(): Watched {
    return this.#records;
  }

  dispose(): void {
    this.#records.dispose();
  }
}

const format: RecordFormat<SwitchWord> = {
  noun: 'switch',
  subjectOf,
  fieldsOf: ({ server, feature, to, changedAt }) => ({ server, feature, to, changedAt }),
  parse: parseWord,
  caution: cautionOf,
  madeAt: ({ changedAt }) => changedAt,
};

function subjectOf({ server, feature }: Pick<SwitchWord, 'server' | 'feature'>): readonly string[] {
  return ['switch', server, feature];
}

function parseWord({ server, feature, to, changedAt }: Fields): SwitchWord | undefined {
  if (typeof server !== 'string' || typeof changedAt !== 'number') return undefined;
  const of = { server: server as Fingerprint, changedAt };
  switch (feature) {
    case 'sampling':
      return to === 'off' || to === 'ask' || to === 'always' ? { ...of, feature, to } : undefined;
    case 'elicitation':
      return to === 'on' || to === 'off' ? { ...of, feature, to } : undefined;
    case 'trusted':
      return to === 'off' || areTexts(to) ? { ...of, feature, to } : undefined;
    case 'log level': {
      const level = to === 'unset' ? to : parseLogLevel(to);
      return level && { ...of, feature, to: level };
    }
    default:
      return undefined;
  }
}
