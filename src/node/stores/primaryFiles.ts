import type { Fingerprint } from '../../core/consent/decision';
import type { Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import { asRealPath, type RealPath } from '../../core/roots/realPath';
import type { PrivateFolder } from './privateFolder';
import type { Fields, Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';

/** Which folder the sessions of an agent begin with in a workspace. */
interface PrimaryChoice {
  readonly agent: Fingerprint;
  readonly workspace: string;
  readonly folder: RealPath;
  /** In milliseconds since the epoch. */
  readonly chosenAt: number;
}

/** Of all agents and workspaces together. */
const mostKept = 200;

/**
 * The folder that the user chose to go first, for each agent in each workspace: one signed record each in the
 * `primaryFolders` folder of the global storage. It grants nothing: it is used only where it is exposed.
 */
export class PrimaryFiles implements Disposable {
  readonly #records: SignedRecords<PrimaryChoice>;
  readonly #workspace: string;
  readonly #clock: Clock;

  private constructor(records: SignedRecords<PrimaryChoice>, workspace: string, clock: Clock) {
    this.#records = records;
    this.#workspace = workspace;
    this.#clock = clock;
  }

  /** Reads what is there. @param workspace names this one @throws {UserError} when the folder cannot be used. */
  static async open(
    storage: PrivateFolder,
    signer: Signer,
    { workspace, clock, log }: { readonly workspace: string; readonly clock: Clock; readonly log: Log },
  ): Promise<PrimaryFiles> {
    const folder = await storage.child('primaryFolders');
    return new PrimaryFiles(await SignedRecords.open({ folder, signer, format, log }), workspace, clock);
  }

  /** The folder that was chosen for an agent in this workspace; nothing where none was, or its record cannot be believed. */
  find(agent: Fingerprint): RealPath | undefined {
    const latest = this.#records.latest(subjectOf({ agent, workspace: this.#workspace }));
    return latest === 'unreadable' ? undefined : latest?.folder;
  }

  /** Resolves once it is safely on disk. @throws {UserError} when it could not be kept */
  async choose(agent: Fingerprint, folder: RealPath): Promise<void> {
    const choice = { agent, workspace: this.#workspace, folder, chosenAt: this.#clock.now() };
    await this.#records.write([choice]);
    const old = this.#records.values.toSorted((a, b) => b.chosenAt - a.chosenAt).slice(mostKept);
    if (old.length > 0) await this.#records.remove(old);
  }

  dispose(): void {
    this.#records.dispose();
  }
}

const format: RecordFormat<PrimaryChoice> = {
  noun: 'choice',
  subjectOf,
  fieldsOf: ({ agent, workspace, folder, chosenAt }) => ({ agent, workspace, folder, chosenAt }),
  parse: parseChoice,
  caution: () => 0,
  madeAt: ({ chosenAt }) => chosenAt,
};

function subjectOf({ agent, workspace }: Pick<PrimaryChoice, 'agent' | 'workspace'>): readonly string[] {
  return ['primary folder', agent, workspace];
}

function parseChoice({ agent, workspace, folder, chosenAt }: Fields): PrimaryChoice | undefined {
  if (typeof agent !== 'string' || typeof workspace !== 'string' || typeof folder !== 'string')
    return undefined;
  if (typeof chosenAt !== 'number') return undefined;
  return { agent: agent as Fingerprint, workspace, folder: asRealPath(folder), chosenAt };
}
