import { window } from 'vscode';
import {
  consentRows,
  outcomeOf,
  type ConsentOutcome,
  type ConsentRow,
  type ConsentSubject,
} from '../../core/consent/consentForm';
import type { Choice } from '../../core/consent/ledger';
import type { Duration, Verdict } from '../../core/consent/decision';
import type { Grantable } from '../../core/roots/grantable';
import { addressStaysHere, leavesText } from '../../core/servers/address';
import { nounOf } from '../../core/servers/definition';
import { launchText } from '../../core/servers/launch';
import { UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { Grantee } from '../../node/servers/grantee';
import { amongOthers } from './amongOthers';
import { confirmBroad } from './confirmBroad';
import { pickDuration, pickRefusal } from './durationPick';
import { pickFolders } from './folderPick';
import type { OneQuestion } from './oneQuestion';
import { withoutLinks } from '../withoutLinks';
import type { Postponed } from './postponed';

/** What `ConsentFlow` needs. */
export interface ConsentDeps {
  readonly host: Host;
  readonly postponed: Postponed;
  /** Opens the whole definition of these servers in a document. */
  readonly showDefinition: (servers: readonly Grantee[]) => void;
  readonly questions: OneQuestion;
}

/** The one way in which the user is asked for folders. */
export class ConsentFlow {
  readonly #around: ConsentDeps;

  constructor(around: ConsentDeps) {
    this.#around = around;
  }

  /**
   * Asks which folders these servers may see, and for how long; one question for all of them.
   * @returns whether the user answered, whatever the answer; false when the user left, or another question is open
   * @throws {UserError} when an answer could not be kept, or the workspace is not trusted: nothing asks there
   */
  async ask(servers: readonly Grantee[]): Promise<boolean> {
    return this.#put(servers, rowsOf);
  }

  /** As `ask`, but only about the folders that wait for a decision: what was decided or put off is not listed. */
  async askWaiting(servers: readonly Grantee[]): Promise<boolean> {
    const { postponed } = this.#around;
    return this.#put(servers, (server) => {
      const waiting = new Set(postponed.waitingFor(server).map(({ path, uri }) => path ?? uri));
      return rowsOf(server).filter(({ path, section }) => section === 'New' && waiting.has(path));
    });
  }

  async #put(servers: readonly Grantee[], rows: RowsOf): Promise<boolean> {
    if (!this.#around.host.consent.sharingState.switches.trusted) {
      throw new UserError('This workspace is not trusted. Trust it to share folders.');
    }
    return (await this.#around.questions.put(() => ask(servers, rows, this.#around))) ?? false;
  }
}

/** The rows of the question for one server. */
type RowsOf = (server: Grantee) => readonly ConsentRow[];

function rowsOf(server: Grantee): readonly ConsentRow[] {
  const subject = subjectOf(server);
  return subject === undefined ? [] : consentRows(subject);
}

async function ask(servers: readonly Grantee[], rowsOf: RowsOf, around: ConsentDeps): Promise<boolean> {
  const rows = servers.flatMap(rowsOf);
  const ticked = await pickFolders({
    servers: servers.map(({ name, definition }) => ({ name, noun: nounOf(definition) })),
    runs: runsText(servers),
    rows,
    showWhole: () => around.showDefinition(servers),
  });
  if (ticked === undefined) return false;
  const outcome = outcomeOf(rows, ticked);
  const answer = await secondStep(outcome, around);
  if (answer === undefined) return false;
  await record(outcome, answer, around);
  return true;
}

type SecondStep = Duration | 'not now' | 'never' | 'nothing new';

async function secondStep(
  { granted, left }: ConsentOutcome,
  { postponed }: ConsentDeps,
): Promise<SecondStep | undefined> {
  if (granted.length > 0) return pickDuration(granted, 'second step');
  if (left.length === 0) return 'nothing new';
  const refusal = await pickRefusal(left);
  if (refusal === 'not now') postponed.add(left);
  return refusal;
}

async function record(
  { granted, withdrawn, left }: ConsentOutcome,
  answer: SecondStep,
  { host, postponed }: ConsentDeps,
): Promise<void> {
  const { ledger } = host.consent;
  // Withdrawals go first: they hold at once, whatever happens to the rest.
  for (const duration of ['session', 'always'] as const) {
    const rows = withdrawn.filter((row) => (row.duration ?? 'always') === duration);
    if (rows.length > 0) await ledger.decide(choices(rows, 'deny'), duration);
  }
  warnOfParents(withdrawn);
  switch (answer) {
    case 'never':
      return ledger.decide(choices(left, 'deny'), 'always');
    case 'session':
    case 'always': {
      const confirmed = await confirmBroad(granted, host.consent);
      await ledger.decide(choices(confirmed, 'allow'), answer);
      return postponed.add(left);
    }
    case 'not now':
    case 'nothing new':
  }
}

function choices(rows: readonly ConsentRow[], verdict: Verdict): readonly Choice[] {
  return rows.flatMap((row) => {
    if (row.realPath === undefined) return [];
    return { server: row.server.fingerprint, folder: row.realPath, verdict, ...meantBy(row, verdict) };
  });
}

/** The identity of the directory that was shown, for a grant: it is for that directory alone (rule 5). */
export function meantBy({ identity }: ConsentRow, verdict: Verdict): Pick<Choice, 'identity'> {
  return verdict === 'allow' && identity !== undefined ? { identity } : {};
}

function warnOfParents(withdrawn: readonly ConsentRow[]): void {
  const inside = withdrawn.find(({ coveredBy }) => coveredBy !== undefined);
  if (inside !== undefined) warnOfParent(inside.name, inside.server.name, inside.coveredBy ?? '');
}

/**
 * Says that a server is not told of a denied folder any more, but may still see the granted folder in which it lies
 * (src/README.md, "Consent").
 */
export function warnOfParent(folder: string, server: string, parent: string): void {
  const message =
    `“${displayText(server, 60)}” is not told of “${displayText(folder, 60)}” any more, but may still see ` +
    `${displayText(parent, 200)}, in which it lies.`;
  void window.showInformationMessage(withoutLinks(message));
}

/** A grantee as consent is asked for; undefined while its definition cannot be used. */
export function subjectOf(server: Grantee): ConsentSubject | undefined {
  const { name, definition, fingerprint, folders, named } = server;
  const noun = nounOf(definition);
  const wasAllowed = (folder: Grantable) => server.wasAllowed(folder);
  return fingerprint && { name, noun, fingerprint, folders, named, wasAllowed };
}

/** One line: what a server runs; of several, only their names. */
export function runsText(servers: readonly Grantee[]): string {
  const [first] = servers;
  if (servers.length !== 1 || first?.prepared === undefined) {
    const names = servers.map(({ name, definition }) => amongOthers({ name, noun: nounOf(definition) }));
    return `Asked for ${displayText(names.join(', '), 200)}.`;
  }
  const { launch } = first.prepared;
  if (first.definition.scope.kind === 'bundled')
    return 'The bundled server: read-only access to what you tick.';
  const text = displayText(launchText(launch), 200);
  switch (launch.kind) {
    case 'process':
      return `Runs ${text}`;
    case 'address':
      return addressStaysHere(launch.url) ? `On this machine, at ${text}` : `At ${text}. ${leavesText}.`;
  }
}
