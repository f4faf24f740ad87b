import path from 'node:path';
import type { Approval } from '../../core/approval/approval';
import { besideBefore, keptText } from '../../core/approval/definitionSummary';
import type { TurnedProgram } from '../../core/approval/program';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ToolChange } from '../../core/servers/toolMemory';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { Grantee } from '../../node/servers/grantee';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { PreparedServer } from '../../node/servers/prepareServer';
import type { Postponed } from '../consent/postponed';
import { merged } from '../../node/stores/disclosureReading';
import { belowQuestion } from './belowQuestion';
import { approvalText, definitionText, leadsTo, placedNow } from './definitionText';
import { ReadOnlyDocuments } from './readOnlyDocuments';
import { accessText } from './accessText';
import { toolChangesText } from './toolChangesText';
import { toldText } from './toldText';

/** Milliseconds from a change until open documents are written anew. */
const refreshDelay = 100;

/** A document that is open for the time of a question. */
interface Shown {
  close(): Promise<void>;
}

/** Documents about servers: what they run, what they may see, and what a question about them shows. */
export class ServerDocuments implements Disposable {
  readonly #host: Host;
  readonly #postponed: Postponed;
  readonly #lifetime = new Lifetime();
  #due: NodeJS.Timeout | undefined;
  readonly #documents = this.#lifetime.add(new ReadOnlyDocuments());

  constructor(host: Host, postponed: Postponed) {
    this.#host = host;
    this.#postponed = postponed;
    this.#lifetime.add(host.supervisor.defined.onDidChange(() => this.#refreshSoon()));
    this.#lifetime.add(host.supervisor.disclosures.onDidRecord(() => this.#refreshSoon()));
    this.#lifetime.add(host.supervisor.record.onDidChange(() => this.#refreshSoon()));
  }

  /** Shows the whole definition of each of these servers, as it would be started. */
  showDefinition(servers: readonly Grantee[], preserveFocus = false): Promise<void> {
    const names = servers.map(({ name }) => displayText(name, 40)).join(', ');
    const write = () => servers.map(definitionText).join('\n\n\n');
    return this.#documents.show(`Definition of ${names}`, write, preserveFocus);
  }

  /** Shows a definition that nobody approved yet, and what is unusual about it. @returns what closes it */
  async showForApproval(
    { exposure }: Grantee,
    prepared: PreparedServer,
    unusual: readonly string[],
  ): Promise<Shown> {
    const title = `Definition of ${displayText(prepared.definition.name, 40)} to approve`;
    const text = belowQuestion(approvalText(prepared, unusual, exposure.current));
    await this.#documents.show(title, () => text);
    return { close: () => this.#documents.close(title) };
  }

  /** Shows a definition as it was approved beside what it is now. @returns what closes it */
  async showChange(server: DefinedGrantee, approved: Approval, prepared: PreparedServer): Promise<Shown> {
    const was = keptText(approved.summary);
    const before = [was, ...leadsTo(approved.program)].join('\n');
    const now = besideBefore(was, keptText(prepared.summary), prepared.shown);
    const after = [
      now,
      ...leadsTo(prepared.program),
      ...placedNow(prepared.definition, server.exposure.current),
    ].join('\n');
    const name = displayText(server.name, 40);
    const title = `${name} as it is now`;
    await this.#documents.showDifference(
      `${name}: approved ↔ now`,
      { title: `${name} as it was approved`, text: belowQuestion(before) },
      { title, text: belowQuestion(after) },
    );
    return { close: () => this.#documents.close(title) };
  }

  /** Shows where the name of a program led when it was approved beside where it leads now. @returns what closes it */
  async showProgramChange({ path: name, before, now }: TurnedProgram, users: string): Promise<Shown> {
    const shown = displayText(path.basename(name), 40);
    const title = `Program ${shown} as it is now`;
    const text = (leads: string) =>
      [
        `Program: ${displayText(name, 1000)}`,
        `Leads to: ${displayText(leads, 1000)}`,
        `Run by: ${users}`,
      ].join('\n');
    await this.#documents.showDifference(
      `Program ${shown}: approved ↔ now`,
      { title: `Program ${shown} as it was approved`, text: belowQuestion(text(before)) },
      { title, text: belowQuestion(text(now)) },
    );
    return { close: () => this.#documents.close(title) };
  }

  /** Shows the tools that a server describes otherwise than at first use, or did not have then: before and now. */
  showToolChanges({ name }: Grantee, changes: readonly ToolChange[]): Promise<void> {
    const shown = displayText(name, 40);
    const { before, now } = toolChangesText(changes);
    return this.#documents.showDifference(
      `${shown}: tools at first use ↔ now`,
      { title: `Tools of ${shown} at first use`, text: before },
      { title: `Tools of ${shown} now`, text: now },
    );
  }

  /** Shows a file of another program as it is beside what it would be. @returns what closes it */
  async showFileChange(
    file: string,
    before: string,
    after: string,
    changed = 'with MCP Roots',
  ): Promise<Shown> {
    const name = displayText(path.basename(file), 60);
    const title = `${name} as it would be`;
    await this.#documents.showDifference(
      `${name}: now ↔ ${changed}`,
      { title: `${name} as it is`, text: belowQuestion(before) },
      { title, text: belowQuestion(after) },
    );
    return { close: () => this.#documents.close(title) };
  }

  /** Shows what a server may see now, and what its running processes were told. */
  showAccess(server: DefinedGrantee): Promise<void> {
    const {
      supervisor: { disclosures, servers },
    } = this.#host;
    return this.#documents.show(`What ${displayText(server.name, 40)} sees`, () => {
      const knowledge = disclosures.knowledge.filter(({ serverId }) => serverId === server.id);
      const { sync } = servers.byId(server.id) ?? {};
      return accessText(server, sync, this.#postponed.waitingFor(server), knowledge);
    });
  }

  /** Shows everything that a server was told, in every window of this workspace, as far as the record goes back. */
  async showTold({ id, name }: Pick<DefinedGrantee, 'id' | 'name'>): Promise<void> {
    const {
      supervisor: { record, disclosures },
    } = this.#host;
    const kept = await record.read();
    const before = kept.entries.filter(({ serverId }) => serverId === id);
    const { window } = record;
    await this.#documents.show(`What ${displayText(name, 40)} was told`, () => {
      const own = disclosures.of(id).map((entry) => ({ ...entry, window }));
      const { trouble } = record;
      return toldText(name, merged([...before, ...own]), { ...kept, window, trouble });
    });
  }

  /**
   * Shows who can see what, as it was at one moment.
   * @param title its ending says the language, as in the name of a file
   */
  showReport(title: string, text: string): Promise<void> {
    return this.#documents.show(title, () => text);
  }

  /** Shows what a question is about. @returns what closes it */
  async showForQuestion(title: string, text: string): Promise<Shown> {
    await this.#documents.show(title, () => belowQuestion(text));
    return { close: () => this.#documents.close(title) };
  }

  /** Has open documents written anew, seldom enough for a server that causes changes without end. */
  #refreshSoon(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      this.#documents.refresh();
    }, refreshDelay);
  }

  dispose(): void {
    clearTimeout(this.#due);
    this.#lifetime.dispose();
  }
}
