import { cautionOf, type ServerChoice } from '../../core/acp/serverChoice';
import type { Fingerprint } from '../../core/consent/decision';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { ServerChoiceStore } from '../../core/acp/serverChoiceStore';
import type { Watched } from './head/outsideChanges';
import type { StoreHead } from './head/storeHead';
import type { PrivateFolder } from './privateFolder';
import type { Fields, Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';

/**
 * Which servers agents are given: one signed record for each agent and server in the `agent-servers` folder of the
 * global storage (rule 6), so that no settings file and no workspace can give an agent anything.
 */
export class ServerChoiceFiles implements ServerChoiceStore, Disposable {
  readonly #records: SignedRecords<ServerChoice>;

  private constructor(records: SignedRecords<ServerChoice>) {
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
  ): Promise<ServerChoiceFiles> {
    const folder = await storage.child('agent-servers');
    return new ServerChoiceFiles(
      await SignedRecords.open({ folder, signer, format, log, head: head?.of('agent-servers') }),
    );
  }

  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  latest(agent: Fingerprint, server: Fingerprint): ServerChoice | 'unreadable' | undefined {
    return this.#records.latest(subjectOf({ agent, server }));
  }

  async write(words: readonly ServerChoice[]): Promise<void> {
    await this.#records.write(words);
  }

  /** See `SignedRecords`. */
  get signed(): Watched {
    return this.#records;
  }

  dispose(): void {
    this.#records.dispose();
  }
}

const format: RecordFormat<ServerChoice> = {
  noun: 'choice of a server',
  subjectOf,
  fieldsOf: ({ agent, server, to, changedAt }) => ({ agent, server, to, changedAt }),
  parse: parseChoice,
  caution: cautionOf,
  madeAt: ({ changedAt }) => changedAt,
};

function subjectOf({ agent, server }: Pick<ServerChoice, 'agent' | 'server'>): readonly string[] {
  return ['agent server', agent, server];
}

function parseChoice({ agent, server, to, changedAt }: Fields): ServerChoice | undefined {
  if (typeof agent !== 'string' || typeof server !== 'string' || typeof changedAt !== 'number')
    return undefined;
  if (to !== 'on' && to !== 'off') return undefined;
  return { agent: agent as Fingerprint, server: server as Fingerprint, to, changedAt };
}
