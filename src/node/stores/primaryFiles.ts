import type { Fingerprint } from '../../core/consent/decision';
import type { Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { RealPath } from '../../core/roots/realPath';
import { primaries, type PrimaryAbout, type PrimaryChoice } from './recordKinds';
import { SignedRecords, type RecordGround } from './signedRecords';

/** How many choices are kept, of all agents and workspaces together. */
const mostKept = 200;

/** The folder that the user chose to go first, for each agent in each workspace. */
export class PrimaryFiles implements Disposable {
  readonly #records: SignedRecords<PrimaryChoice, PrimaryAbout>;
  readonly #workspace: string;
  readonly #clock: Clock;

  private constructor(records: SignedRecords<PrimaryChoice, PrimaryAbout>, workspace: string, clock: Clock) {
    this.#records = records;
    this.#workspace = workspace;
    this.#clock = clock;
  }

  /** Reads what is there. @param workspace names this one @throws {UserError} when the folder cannot be used. */
  static async open(ground: RecordGround, workspace: string, clock: Clock): Promise<PrimaryFiles> {
    return new PrimaryFiles(await SignedRecords.open(primaries, ground), workspace, clock);
  }

  /** The folder chosen for an agent in this workspace; nothing where there is none, or its record is not believed. */
  find(agent: Fingerprint): RealPath | undefined {
    const latest = this.#records.latest({ agent, workspace: this.#workspace });
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
