import type { ListedSession } from '../../core/acp/listedSession';
import { UserError } from '../../core/errors';
import type { DisclosureEvent } from '../../core/record/disclosure';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { recordUri } from '../folders/folderUri';
import type { AgentConnection } from './agentConnection';

/** How many pages are asked for, in case an agent never ends its list. */
const mostPages = 20;

/** What is needed to list the sessions of an agent. */
export interface ListDeps {
  readonly agent: string;
  readonly exposed: () => readonly RealPath[];
  readonly record: (what: DisclosureEvent) => void;
}

/** What an agent reports of its sessions. */
export interface Listing {
  readonly sessions: readonly ListedSession[];
  /** How many more entries were malformed. */
  readonly malformed: number;
}

/** The sessions that an agent reports (ACP, `session/list`, which filters by working directory only). */
export class SessionList {
  readonly #connection: Pick<AgentConnection, 'list'>;
  readonly #isOffered: boolean;
  readonly #around: ListDeps;

  constructor(connection: Pick<AgentConnection, 'list'>, isOffered: boolean, around: ListDeps) {
    this.#connection = connection;
    this.#isOffered = isOffered;
    this.#around = around;
  }

  /**
   * Lists the sessions that the agent reports.
   * @param cwd only sessions with this working directory; the agent learns of it by that
   * @throws {UserError} when that folder is not allowed, or the agent does not list sessions
   */
  async ask(cwd: RealPath | undefined, signal?: AbortSignal): Promise<Listing> {
    const { agent, exposed, record } = this.#around;
    if (!this.#isOffered) throw new UserError(`"${agent}" does not list its sessions.`);
    if (cwd !== undefined && !exposed().includes(cwd))
      throw new UserError(
        `"${agent}" is not asked about ${displayText(cwd, 300)}. Allow it that folder first.`,
      );
    if (cwd !== undefined) record({ event: 'session', by: 'session/list', uris: [recordUri(cwd)] });
    return this.#pages(cwd, signal);
  }

  /** What the agent reports of one session; undefined where it does not list sessions, or not this one. */
  async find(sessionId: string, signal?: AbortSignal): Promise<ListedSession | undefined> {
    if (!this.#isOffered) return undefined;
    const { sessions } = await this.#pages(undefined, signal);
    return sessions.find((each) => each.sessionId === sessionId);
  }

  async #pages(cwd: RealPath | undefined, signal?: AbortSignal): Promise<Listing> {
    const all: ListedSession[] = [];
    let malformed = 0;
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const { sessions, nextCursor, malformed: here } = await this.#connection.list(cwd, cursor, signal);
      malformed += here;
      // Agents may ignore the filter.
      all.push(...sessions.filter((each) => cwd === undefined || each.cwd === cwd));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    return { sessions: all, malformed };
  }
}
