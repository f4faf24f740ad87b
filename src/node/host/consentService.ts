import path from 'node:path';
import { Approvals } from '../../core/approval/approvals';
import { bindGrants } from '../../core/consent/bindGrants';
import { GrantedFolders } from '../../core/consent/grantedFolders';
import { Ledger } from '../../core/consent/ledger';
import { Revocation } from '../../core/consent/revocation';
import { SharingState } from '../../core/consent/sharingState';
import { ServerSwitches } from '../../core/features/serverSwitches';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { FolderEntry } from '../../core/roots/candidate';
import { Catalog } from '../../core/roots/catalog';
import { statFolder } from '../folders/statFolder';
import type { AnswerSecrets } from '../inputs/answerSecrets';
import { InputAnswers } from '../inputs/inputAnswers';
import { OutsideChanges } from '../stores/head/outsideChanges';
import type { InstallKey } from '../stores/installKey';
import type { SharingSwitch } from '../stores/sharingSwitch';
import { systemClock } from '../systemClock';
import type { Stores } from './openStores';

/** What it is made from. */
interface ConsentParts {
  readonly stores: Stores;
  /** Where the answers to inputs are kept. */
  readonly secrets: AnswerSecrets;
  /** Names the workspace. */
  readonly workspace: string;
  readonly log: Log;
}

/** What the user decided, and what there is to decide about: folders, definitions, answers, other permissions. */
export class ConsentService implements Disposable {
  readonly catalog: Catalog;
  /** Everyone looks at folders through this function, because it limits how many looks ask one disk at a time. */
  readonly statFolder = statFolder;
  readonly ledger: Ledger;
  readonly approvals: Approvals;
  /** What each server may do besides seeing folders. */
  readonly switches: ServerSwitches;
  readonly sharingState: SharingState;
  /** What the user answered to the inputs of definitions. */
  readonly answers: InputAnswers;
  readonly sharing: SharingSwitch;
  readonly revocation: Revocation;
  /** Changes that something other than a window made to what is kept. */
  readonly outsideChanges: OutsideChanges;
  /** Where the key of this installation is kept. */
  readonly keyKeptIn: InstallKey['keptIn'];
  readonly #lifetime = new Lifetime();
  #entries: readonly FolderEntry[] = [];

  constructor({ stores, secrets, workspace, log }: ConsentParts) {
    const { key, sharing } = stores;
    const own = this.#lifetime;
    const { approvals, switches, serverChoices, bridge } = stores;
    const signed = [stores.decisions.signed, sharing.signed, bridge.keys.signed];
    this.outsideChanges = own.add(new OutsideChanges([...signed, approvals, switches, serverChoices]));
    this.keyKeptIn = key.keptIn;
    this.sharing = own.add(sharing);
    const decisions = own.add(stores.decisions);
    this.ledger = own.add(new Ledger(decisions, systemClock, path));
    const granted = own.add(new GrantedFolders(this.ledger, path));
    this.catalog = own.add(new Catalog(statFolder, systemClock, (folder) => granted.around(folder)));
    own.add(bindGrants(this.catalog, this.ledger, granted));
    this.approvals = own.add(new Approvals(own.add(approvals), systemClock, workspace));
    this.switches = own.add(new ServerSwitches(own.add(switches), systemClock));
    this.revocation = own.add(new Revocation(this.ledger));
    this.answers = own.add(new InputAnswers(secrets, { key: key.key, workspace }, log));
    this.sharingState = own.add(new SharingState());
    this.sharingState.turn({ sharing: sharing.on });
    own.add(sharing.onDidChange((on) => this.sharingState.turn({ sharing: on })));
  }

  /** The folders as the window has them, in order, whether they can be shared or not. */
  get entries(): readonly FolderEntry[] {
    return this.#entries;
  }

  /** The paths of the workspace's own folders. */
  get workspaceFolders(): readonly string[] {
    return this.#entries.flatMap(({ origin, path: folder }) =>
      origin === 'workspace' && folder !== undefined ? folder : [],
    );
  }

  /** Takes another list of folders. Resolves once each was looked at. */
  async setEntries(entries: readonly FolderEntry[]): Promise<void> {
    this.#entries = entries;
    await this.catalog.setEntries(entries);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
