import { parseAddress, type Address } from '../../core/elicitation/address';
import { isFit, missing } from '../../core/elicitation/fieldValue';
import { parseForm, type FieldValue, type Form } from '../../core/elicitation/form';
import type { ElicitationFace } from '../../core/features/hostFeatures';
import { RequestLimit } from '../../core/features/requestLimit';
import { RequestRefusal } from '../../core/session/requestRefusal';
import type { ElicitationResult } from '../../core/features/serverRequests';
import type { AskingSession, FeatureDeps } from './featureDeps';
import { withinTime } from './withinTime';
import { recordOf } from '../../core/recordOf';

/** How many opened URLs may wait for the server's report that they are done; the oldest is forgotten first. */
const mostAwaited = 100;

/** Puts the questions of servers to the user (MCP, client/elicitation). Only what the user has sent goes back. */
export class ElicitationDesk {
  readonly #around: FeatureDeps;
  readonly #limit = new RequestLimit('elicitation');
  readonly #awaited = new Map<string, Address>();

  constructor(around: FeatureDeps) {
    this.#around = around;
  }

  /**
   * @throws {RequestRefusal} with the reason; or the signal's reason, when the request was cancelled or its session has
   * ended
   */
  async elicit(session: AskingSession, params: unknown, signal: AbortSignal): Promise<ElicitationResult> {
    const face = this.#mustBeOn(session);
    const isAddress = modeOf(params) === 'url';
    const asked = isAddress ? parseAddress(params) : parseForm(params);
    const end = this.#limit.begin(session.server.fingerprint, this.#around.clock.now());
    try {
      return 'fields' in asked
        ? await this.#askForm(session, face, asked, signal)
        : { action: await this.#askAddress(session, face, asked, signal) };
    } finally {
      end();
    }
  }

  /**
   * Offers the URLs that have to be opened before a request can succeed, one after the other.
   * @returns whether there were any and the user opened all of them
   */
  async openAll(session: AskingSession, listed: readonly unknown[], signal: AbortSignal): Promise<boolean> {
    for (const each of listed) {
      const { action } = await this.elicit(session, { mode: 'url', ...recordOf(each) }, signal);
      if (action !== 'accept') return false;
    }
    return listed.length > 0;
  }

  /** The server reports that what a URL was opened for is done; ignored for a URL that was not opened. */
  completed({ server }: AskingSession, params: unknown): void {
    const { elicitationId } = recordOf(params);
    if (typeof elicitationId !== 'string') return;
    const key = keyOf(server.fingerprint, elicitationId);
    const address = this.#awaited.get(key);
    if (address === undefined) return;
    this.#awaited.delete(key);
    this.#around.face?.elicitation.completed(server, address);
  }

  async #askForm(
    session: AskingSession,
    face: ElicitationFace,
    form: Form,
    signal: AbortSignal,
  ): Promise<ElicitationResult> {
    const answer = await this.#byUser((within) => face.fillForm(session.server, form, within), signal);
    if (answer.action !== 'accept') {
      session.record({ event: 'elicited', how: 'form', outcome: answer.action });
      return { action: answer.action };
    }
    this.#mustBeOn(session);
    session.record({ event: 'elicited', how: 'form', outcome: 'accept' });
    return { action: 'accept', content: contentOf(form, answer.values) };
  }

  async #askAddress(
    session: AskingSession,
    face: ElicitationFace,
    address: Address,
    signal: AbortSignal,
  ): Promise<'accept' | 'decline' | 'cancel'> {
    const { server, record } = session;
    const key = keyOf(server.fingerprint, address.elicitationId);
    // Before the user answers, because the server may report before it is told that the page was opened.
    this.#await(key, address);
    let outcome: 'accept' | 'decline' | 'cancel' = 'cancel';
    try {
      outcome = await this.#byUser((within) => face.openAddress(server, address, within), signal);
      return outcome;
    } finally {
      if (outcome !== 'accept') this.#awaited.delete(key);
      record({ event: 'elicited', how: 'address', outcome });
    }
  }

  #byUser<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    return withinTime(ask, signal, this.#around.settings().userTime, 'The user did not answer in time.');
  }

  #await(key: string, address: Address): void {
    this.#awaited.set(key, address);
    const [oldest] = this.#awaited.keys();
    if (this.#awaited.size > mostAwaited && oldest !== undefined) this.#awaited.delete(oldest);
  }

  #mustBeOn({ server }: AskingSession): ElicitationFace {
    const { face, switches } = this.#around;
    if (face !== undefined && switches.of(server.fingerprint).elicitation) return face.elicitation;
    throw new RequestRefusal('notOffered', 'Questions are switched off for this server.');
  }
}

/** The values of the fields that were asked for, and nothing else. */
function contentOf(
  { fields }: Form,
  values: ReadonlyMap<string, FieldValue>,
): NonNullable<ElicitationResult['content']> {
  const lacking = missing(fields, values);
  if (lacking !== undefined) throw new Error(`The field "${lacking.key}" was left empty.`);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values.get(field.key);
      if (value === undefined) return [];
      if (!isFit(field, value)) throw new Error(`The value of the field "${field.key}" does not fit.`);
      return [[field.key, typeof value === 'object' ? [...value] : value] as const];
    }),
  );
}

function modeOf(params: unknown): unknown {
  return recordOf(params)['mode'] ?? 'form';
}

function keyOf(server: string, elicitationId: string): string {
  return `${server} ${elicitationId}`;
}
