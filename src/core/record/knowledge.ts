import type { Fingerprint } from '../consent/decision';
import { toldBy, type Disclosure, type SessionRequest, type Who } from './disclosure';
import { placeOf, type ServerPlace } from '../servers/serverPlace';

/** How, and when, a server was told of a folder first. */
export interface Telling {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: 'launch' | 'roots/list' | SessionRequest;
}

/**
 * What one running process, or one server at an address, was told in one session. It cannot be untold: only the end of
 * a process ends it.
 */
export interface SessionKnowledge {
  readonly session: string;
  readonly serverId: string;
  readonly server: string;
  readonly fingerprint: Fingerprint;
  readonly who: Who;
  readonly place: ServerPlace;
  /** When the process was started, or the server connected, in milliseconds since the epoch. */
  readonly since: number;
  /** By URI. */
  readonly told: ReadonlyMap<string, Telling>;
}

interface Known extends SessionKnowledge {
  readonly told: Map<string, Telling>;
}

/** Gathers from the facts what every process that has not ended was told. */
export class Knowledge {
  readonly #sessions = new Map<string, Known>();

  /** Every session with a process that has not ended, in the order of their beginnings. */
  get sessions(): readonly SessionKnowledge[] {
    return [...this.#sessions.values()].map((each) => ({ ...each, told: new Map(each.told) }));
  }

  /** Takes the next fact. Facts of one session come in the order in which they happened. */
  take({ at, session, serverId, server, fingerprint, who, what }: Disclosure): void {
    if (session === undefined) return;
    switch (what.event) {
      case 'spawned':
      case 'connected': {
        const told = new Map(toldBy(what).map((uri) => [uri, { at, by: 'launch' } as const]));
        const place = placeOf(what);
        this.#sessions.delete(session);
        this.#sessions.set(session, { session, serverId, server, fingerprint, who, place, since: at, told });
        return;
      }
      case 'exited':
        this.#sessions.delete(session);
        return;
      default: {
        const told = this.#sessions.get(session)?.told;
        const by = what.event === 'session' ? what.by : 'roots/list';
        for (const uri of toldBy(what)) if (told?.has(uri) === false) told.set(uri, { at, by });
      }
    }
  }
}
