import path from 'node:path';
import { isApproved } from '../../core/approval/approvals';
import { saysNotWhere } from '../../core/approval/whereItRuns';
import { unusualIn } from '../../core/approval/unusual';
import type { Host } from '../../node/host/host';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { rightsText } from '../documents/definitionText';
import type { ServerDocuments } from '../documents/serverDocuments';
import { pickApproval } from './approvalPick';
import { runsText } from './consentFlow';
import { definedAnew } from './definedAnew';
import type { OneQuestion } from './oneQuestion';
import { askForPrograms } from './programFlow';

/** What `ApprovalFlow` needs. */
export interface ApprovalDeps {
  readonly host: Host;
  readonly documents: ServerDocuments;
  readonly questions: OneQuestion;
  /**
   * Changes a definition so that its server runs in the first folder that it may see, after showing the change.
   * @returns whether it was changed
   */
  readonly runInPrimaryRoot: (server: DefinedGrantee) => Promise<boolean>;
}

/** The answer to a question: who may run, perhaps with a changed definition; undefined when the user left. */
type Answered = { readonly mayRun: readonly DefinedGrantee[] } | undefined;

/** The one way in which the user is asked whether a definition may run. */
export class ApprovalFlow {
  readonly #around: ApprovalDeps;

  constructor(around: ApprovalDeps) {
    this.#around = around;
  }

  /**
   * Asks about each program that has changed, then about each definition that is not approved, one after the other, and
   * shows what it asks about.
   * @returns the servers that may run now; none when the user left a question, or another question is open
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
    const answers = await this.#around.questions.put(() => this.#askEach(asking));
    return answers === undefined ? [] : servers.flatMap((server) => answers.get(server) ?? server);
  }

  /**
   * @returns for each server what may run now: itself, its changed definition, or nothing; undefined when the user left
   */
  async #askEach(
    servers: readonly DefinedGrantee[],
  ): Promise<ReadonlyMap<DefinedGrantee, readonly DefinedGrantee[]> | undefined> {
    const answers = new Map<DefinedGrantee, readonly DefinedGrantee[]>();
    for (const [index, server] of servers.entries()) {
      const answer = await this.#askFor(server, { at: index + 1, of: servers.length });
      if (answer === undefined) return undefined;
      answers.set(server, answer.mayRun);
    }
    return answers;
  }

  async #askFor(
    server: DefinedGrantee,
    step: { readonly at: number; readonly of: number },
  ): Promise<Answered> {
    const { host, documents } = this.#around;
    // Read once, so that what is shown is also what is approved, whatever the files say meanwhile.
    const { prepared, approval } = server;
    if (prepared === undefined || approval === undefined || isApproved(approval)) return { mayRun: [] };
    // A changed program has a question of its own, which was asked before.
    if (approval.kind === 'other program') return { mayRun: [] };
    const runs = runsText([server]);
    const unusual = unusualIn(prepared.launch, { workspaceFolders: host.consent.workspaceFolders, path });
    const shown =
      approval.kind === 'new'
        ? await documents.showForApproval(server, prepared, unusual)
        : await documents.showChange(server, approval.before, prepared);
    let answer: Awaited<ReturnType<typeof pickApproval>>;
    try {
      answer = await pickApproval({
        server: server.name,
        why: approval.kind,
        runs,
        rights: rightsText[prepared.launch.kind],
        unusual,
        saysNotWhere: saysNotWhere(prepared.definition),
        step,
      });
      if (answer === 'approve') await host.consent.approvals.approve(prepared);
    } finally {
      await shown.close();
    }
    switch (answer) {
      case 'approve':
        return { mayRun: [server] };
      case 'not now':
        return { mayRun: [] };
      case 'run in primary root':
        return this.#runInPrimaryRoot(server, step);
      case undefined:
        return undefined;
    }
  }

  /** Asks again afterwards: about the changed definition, or, if the user left it as it is, about the same one. */
  async #runInPrimaryRoot(
    server: DefinedGrantee,
    step: { readonly at: number; readonly of: number },
  ): Promise<Answered> {
    const { host, runInPrimaryRoot } = this.#around;
    if (!(await runInPrimaryRoot(server))) return this.#askFor(server, step);
    const now = await definedAnew(server, host.supervisor.defined);
    return now === undefined ? { mayRun: [] } : this.#askFor(now, step);
  }
}
