import type { Log } from '../../core/log';
import { ApprovalFiles } from '../stores/approvalFiles';
import { DecisionFiles } from '../stores/decisionFiles';
import type { HeadSecrets } from '../stores/head/headPlaces';
import { StoreHead } from '../stores/head/storeHead';
import { openInstallKey, type InstallKey, type Secrets } from '../stores/installKey';
import { PrimaryFiles } from '../stores/primaryFiles';
import { PrivateFolder } from '../stores/privateFolder';
import { ServerChoiceFiles } from '../stores/serverChoiceFiles';
import { SessionFiles } from '../stores/sessionFiles';
import { SharingSwitch } from '../stores/sharingSwitch';
import { Signer } from '../stores/signature';
import { SwitchFiles } from '../stores/switchFiles';
import { openWindowLease, type LeaseFile } from '../stores/windowLease';
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
export interface Stores {
  readonly storage: PrivateFolder;
  readonly head: StoreHead;
  readonly key: InstallKey;
  readonly signer: Signer;
  readonly decisions: DecisionFiles;
  readonly approvals: ApprovalFiles;
  readonly switches: SwitchFiles;
  readonly agentSessions: SessionFiles;
  readonly primaries: PrimaryFiles;
  readonly serverChoices: ServerChoiceFiles;
  readonly bridge: Bridge;
  readonly sharing: SharingSwitch;
  readonly lease: LeaseFile;
}

/** Opens every store. @throws {UserError} when one cannot be used */
export async function openStores(options: StoreOptions): Promise<Stores> {
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
  const bundle = options.scripts.shim;
  const messageLimit = () => options.settings().messageLimit;
  const [decisions, approvals, switches, agentSessions, primaries, serverChoices, bridge, sharing, lease] =
    await Promise.all([
      DecisionFiles.open(storage, signer, log, head),
      ApprovalFiles.open(storage, signer, log, head),
      SwitchFiles.open(storage, signer, log, head),
      SessionFiles.open(storage, signer, clock, log),
      PrimaryFiles.open(storage, signer, { workspace, clock, log }),
      ServerChoiceFiles.open(storage, signer, log, head),
      Bridge.open({ storage, signer, head, bundle, messageLimit, log }),
      SharingSwitch.open(storage, signer, log, { head }),
      openWindowLease({ storage, signer, log, workspace }),
    ]);
  const kept = { decisions, approvals, switches, agentSessions, primaries, serverChoices };
  return { storage, head, key, signer, ...kept, bridge, sharing, lease };
}
