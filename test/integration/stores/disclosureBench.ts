import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Fingerprint } from '../../../src/core/consent/decision';
import type { RecordEntry } from '../../../src/core/record/recordEntry';
import { DisclosureFiles, type DisclosureFilesOptions } from '../../../src/node/stores/disclosureFiles';
import type { KeptRecord } from '../../../src/node/stores/disclosureReading';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { FakeClock } from '../../unit/consent/fakes';
import { KeptLog, testSigner, type Surroundings } from '../../unit/stores/surroundings';

/** An entry of a server that was told of one folder, different for each place. */
export function answeredEntry(place: number, changes: Partial<RecordEntry> = {}): RecordEntry {
  return {
    place,
    at: 1000 + place,
    times: 1,
    until: changes.at ?? 1000 + place,
    serverId: 'user/git',
    server: 'git',
    fingerprint: 'f1' as Fingerprint,
    who: 'this window',
    session: 's1',
    what: { event: 'answered', uris: [`file:///w/${place}`] },
    ...changes,
  };
}

/** The record of one window over a storage. */
export class DisclosureBench {
  readonly clock = new FakeClock();
  readonly log = new KeptLog();
  readonly firstWords: RecordEntry[] = [];
  readonly files: DisclosureFiles;
  readonly #storage: PrivateFolder;

  constructor(
    surroundings: Surroundings,
    storage: PrivateFolder,
    options: Partial<DisclosureFilesOptions> = {},
  ) {
    this.#storage = storage;
    this.files = surroundings.add(
      new DisclosureFiles({
        storage,
        signer: testSigner,
        log: this.log,
        clock: this.clock,
        workspace: 'web and api',
        firstWords: () => this.firstWords,
        ...options,
      }),
    );
  }

  /** Writes entries and waits until they are on disk, or are not. */
  async write(...entries: readonly RecordEntry[]): Promise<void> {
    for (const entry of entries) this.files.add(entry);
    await this.files.flush();
  }

  /** The folder of the only workspace. */
  async folder(): Promise<string> {
    const record = path.join(this.#storage.path, 'record');
    const [workspace = ''] = await readdir(record);
    return path.join(record, workspace);
  }

  async names(): Promise<readonly string[]> {
    return (await readdir(await this.folder())).toSorted();
  }

  /** Everything in the files of this workspace. */
  async text(): Promise<string> {
    const folder = await this.folder();
    const texts = await Promise.all(
      (await this.names()).map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    return texts.join('');
  }

  /** The places of all entries that can be read, and how much was passed over. */
  async story(): Promise<readonly [places: string, passedOver: number]> {
    return storyOf(await this.files.read());
  }
}

export function storyOf({ entries, passedOver }: KeptRecord): readonly [places: string, passedOver: number] {
  return [entries.map(({ place }) => place).join(' '), passedOver];
}
