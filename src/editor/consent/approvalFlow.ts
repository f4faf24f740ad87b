import path from 'node:path';
import { isApproved } from '../../core/approval/approvals';
import { unusualIn } from '../../core/approval/unusual';
import type { Host } from '../../node/host/host';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { rightsText } from '../documents/definitionText';
import type { ServerDocuments } from '../documents/serverDocuments';
import { pickApproval } from './approvalPick';
import { runsText } from './consentFlow';
import type { OneQuestion } from './oneQuestion';
import { askForPrograms } from './programFlow';

/** What asking for approval needs from around it. */
export interface ApprovalSurroundings {
  readonly host: Host;
  readonly documents: ServerDocuments;
  readonly questions: OneQuestion;
}

/** The one way in which the user is asked whether a definition may run. */
export class ApprovalFlow {
  readonly #around: ApprovalSurroundings;

  constructor(around: ApprovalSurroundings) {
    this.#around = around;
  }

  /**
   * Shows and asks for each definition that is not approved, one after the other; the others need no question.
   * @returns the servers that may run now; none when the user left a question
   * @throws {UserError} when an approval could not be kept
   */
  async ask(servers: readonly DefinedGrantee[]): Promise<readonly DefinedGrantee[]> {
    const runnable = await askForPrograms(servers, this.#around);
    if (runnable === undefined) return [];
    return this.#askForDefinitions(runnable);
  }

  async #askForDefinitions(servers: readonly DefinedGrantee[]): Promise<readonly DefinedGrantee[]> {
    const asking = servers.filter(({ approval }) => approval !== undefined && !isApproved(approval));
    if (asking.length === 0) return servers;
    const declined = await this.#around.questions.put(() => this.#askEach(asking));
    return declined === undefined ? [] : servers.filter((server) => !declined.has(server));
  }

  /** @returns what was not approved; undefined when the user left */
  async #askEach(servers: readonly DefinedGrantee[]): Promise<ReadonlySet<DefinedGrantee> | undefined> {
    const declined = new Set<DefinedGrantee>();
    for (const [index, server] of servers.entries()) {
      const answer = await this.#askFor(server, { at: index + 1, of: servers.length });
      if (answer === undefined) return undefined;
      if (answer === 'not now') declined.add(server);
    }
    return declined;
  }

  async #askFor(
    server: DefinedGrantee,
    step: { readonly at: number; readonly of: number },
  ): Promise<'approve' | 'not now' | undefined> {
    const { host, documents } = this.#around;
    // Frozen here: what is shown, asked for and approved is one and the same, whatever the files say meanwhile.
    const { prepared, approval } = server;
    if (prepared === undefined || approval === undefined) return 'not now';
    const runs = runsText([server]);
    const unusual = unusualIn(prepared.launch, { workspaceFolders: host.workspaceFolders, path });
    const changed = approval.kind === 'changed';
    const shown =
      approval.kind === 'changed'
        ? await documents.showChange(server, approval.before, prepared)
        : await documents.showForApproval(server, prepared, unusual);
    try {
      const answer = await pickApproval({
        server: server.name,
        changed,
        runs,
        rights: rightsText[prepared.launch.kind],
        unusual,
        step,
      });
      if (answer === 'approve') await host.approvals.approve(prepared);
      return answer;
    } finally {
      await shown.close();
    }
  }
}
