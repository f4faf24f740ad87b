import type { Log } from '../../core/log';
import { DecisionFiles } from '../stores/decisionFiles';
import type { HeadSecrets } from '../stores/head/headPlaces';
import { StoreHead } from '../stores/head/storeHead';
import { openInstallKey, type Secrets } from '../stores/installKey';
import { PrimaryFiles } from '../stores/primaryFiles';
import { PrivateFolder } from '../stores/privateFolder';
import {
  approvals as approvalRecords,
  serverChoices as serverChoiceRecords,
  switches as switchRecords,
} from '../stores/recordKinds';
import { SessionFiles } from '../stores/sessionFiles';
import { SharingSwitch } from '../stores/sharingSwitch';
import { Signer } from '../stores/signature';
import { SignedRecords } from '../stores/signedRecords';
import { openWindowLease } from '../stores/windowLease';
import { systemClock } from '../systemClock';
import { Bridge } from './bridge';
import type { RunSettings } from './serverStarts';

/** Where a host keeps what it knows. */
export interface StoreOptions {
  /** The folder for everything that is kept; ours alone. */
  readonly storage: string;
  /** Left out where there is no secret storage. */
  readonly secrets?: Secrets & HeadSecrets;
  /** Names the workspace, for what one window hands to the next extension host of it. */
  readonly workspace: string;
  /** The absolute path of the bundled shim. */
  readonly scripts: { readonly shim: string };
  readonly settings: () => Pick<RunSettings, 'messageLimit'>;
  readonly log: Log;
}

/** What outlives a host, and the key by which it is known to be ours. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Opens every store. @throws {UserError} when one cannot be used */
export async function openStores(options: StoreOptions) {
  const { log, workspace, secrets } = options;
  const clock = systemClock;
  const storage = await PrivateFolder.open(options.storage, log);
  const key = await openInstallKey({ storage, log, ...(secrets && { secrets }) });
  const signer = new Signer(key.key);
  const head = await StoreHead.open({
    storage,
    signer,
    keptIn: key.keptIn,
    log,
    ...(secrets && { secrets }),
  });
  const ground = { storage, signer, log, head };
  const bundle = options.scripts.shim;
  const messageLimit = () => options.settings().messageLimit;
  const [decisions, approvals, switches, agentSessions, primaries, serverChoices, bridge, sharing, lease] =
    await Promise.all([
      DecisionFiles.open(ground),
      SignedRecords.open(approvalRecords, ground),
      SignedRecords.open(switchRecords, ground),
      SessionFiles.open(ground, clock),
      PrimaryFiles.open(ground, workspace, clock),
      SignedRecords.open(serverChoiceRecords, ground),
      Bridge.open({ storage, signer, head, bundle, messageLimit, log }),
      SharingSwitch.open(ground),
      openWindowLease({ storage, signer, log, workspace }),
    ]);
  const kept = { decisions, approvals, switches, agentSessions, primaries, serverChoices };
  return { storage, head, key, signer, ...kept, bridge, sharing, lease };
}
