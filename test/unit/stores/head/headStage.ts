import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { answersInMemory, type AnswerSecrets } from '../../../../src/node/inputs/answerSecrets';
import type { ApprovalStore } from '../../../../src/core/approval/approval';
import type { SwitchStore } from '../../../../src/core/features/serverSwitches';
import { DecisionFiles } from '../../../../src/node/stores/decisionFiles';
import type { HeadSecrets } from '../../../../src/node/stores/head/headPlaces';
import type { Watched } from '../../../../src/node/stores/head/outsideChanges';
import { StoreHead } from '../../../../src/node/stores/head/storeHead';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { SharingSwitch } from '../../../../src/node/stores/sharingSwitch';
import type { Signer } from '../../../../src/node/stores/signature';
import {
  approvals as approvalRecords,
  switches as switchRecords,
} from '../../../../src/node/stores/recordKinds';
import { SignedRecords } from '../../../../src/node/stores/signedRecords';
import { KeptLog, testSigner, type Surroundings } from '../surroundings';

/** What one window has opened of a store. */
export interface OpenedStore {
  readonly head: StoreHead;
  readonly decisions: DecisionFiles;
  readonly approvals: ApprovalStore & Watched;
  readonly switches: SwitchStore & Watched;
  readonly sharing: SharingSwitch;
  close(): void;
}

/** A storage folder and a secret storage, opened by one window after another; between them, files are tampered with. */
export class HeadStage {
  readonly log = new KeptLog();
  secrets: AnswerSecrets = answersInMemory();
  /** Whether the key is among the secrets for good. Else the head is in files as well. */
  keptIn: 'secrets' | 'file' = 'secrets';
  readonly #surroundings: Surroundings;
  readonly #signer: Signer;
  readonly storage: string;

  static async make(surroundings: Surroundings, signer = testSigner): Promise<HeadStage> {
    return new HeadStage(surroundings, path.join(await surroundings.directory(), 'storage'), signer);
  }

  constructor(surroundings: Surroundings, storage: string, signer = testSigner) {
    this.#surroundings = surroundings;
    this.storage = storage;
    this.#signer = signer;
  }

  /** Opens the store as a window does. @param secrets `undefined`: the host has none */
  async open({
    secrets = this.keptIn === 'secrets' ? this.secrets : undefined,
    now,
  }: { readonly secrets?: HeadSecrets | undefined; readonly now?: () => number } = {}): Promise<OpenedStore> {
    const { log } = this;
    const storage = await PrivateFolder.open(this.storage, log);
    const signer = this.#signer;
    const { keptIn } = this;
    const head = await StoreHead.open({
      storage,
      signer,
      keptIn,
      log,
      ...(secrets && { secrets }),
      ...(now && { now }),
    });
    const ground = { storage, signer, log, head };
    const [decisions, approvals, switches, sharing] = await Promise.all([
      DecisionFiles.open(ground),
      SignedRecords.open(approvalRecords, ground),
      SignedRecords.open(switchRecords, ground),
      SharingSwitch.open(ground),
    ]);
    const parts = [decisions, approvals, switches, sharing, head];
    for (const each of parts) this.#surroundings.add(each);
    return {
      head,
      decisions,
      approvals,
      switches,
      sharing,
      close: () => parts.forEach((each) => each.dispose()),
    };
  }

  /** Opens the store, does something, and closes it again. */
  async use<T>(work: (store: OpenedStore) => Promise<T>): Promise<T> {
    const store = await this.open();
    try {
      return await work(store);
    } finally {
      store.close();
    }
  }

  /** The absolute paths of the records of one kind. */
  async files(kind = 'decisions'): Promise<readonly string[]> {
    const folder = path.join(this.storage, kind);
    const names = await readdir(folder).catch(() => []);
    return names.map((name) => path.join(folder, name)).toSorted();
  }

  /** The records that something added. */
  async added(kind: string, work: () => Promise<unknown>): Promise<readonly string[]> {
    const before = await this.files(kind);
    await work();
    return (await this.files(kind)).filter((file) => !before.includes(file));
  }

  /** Keeps all files as they are, or one folder's. @returns what puts them back, and removes all others */
  async keepFiles(kind = ''): Promise<() => Promise<void>> {
    const copy = path.join(await this.#surroundings.directory(), 'copy');
    const folder = path.join(this.storage, kind);
    await cp(folder, copy, { recursive: true });
    return async () => {
      await rm(folder, { recursive: true });
      await cp(copy, folder, { recursive: true });
    };
  }

  /** Keeps the secrets as they are. @returns what puts them back, as if nothing had been stored since */
  async keepSecrets(): Promise<() => Promise<void>> {
    const kept = new Map<string, string>();
    for (const name of await this.secrets.keys()) kept.set(name, (await this.secrets.get(name)) ?? '');
    return async () => {
      for (const name of await this.secrets.keys()) await this.secrets.delete(name);
      for (const [name, value] of kept) await this.secrets.store(name, value);
    };
  }
}
