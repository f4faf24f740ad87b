import { sessionBounds } from '../../core/acp/sessionBounds';
import type { HandedServer } from '../../core/acp/handedServer';
import type { ServerChoices } from '../../core/acp/serverChoices';
import type { SessionRoots } from '../../core/acp/sessionRoots';
import { nothing, type Bounds, type BoundsSource } from '../../core/consent/bounds';
import type { Fingerprint } from '../../core/consent/decision';
import { Emitter } from '../../core/event';
import { Lifetime } from '../../core/lifecycle';
import { contains } from '../../core/roots/containment';
import { pathOf } from '../../core/roots/grantable';
import type { NamedFolder } from '../../core/roots/namedFolder';
import { nodeDisk } from '../paths/nodeDisk';
import type { Grantee } from '../servers/grantee';
import type { ClientSession } from '../servers/outsideClient';

/** The servers that one session of an agent is given, until it is closed. */
export interface SessionServers {
  /** The name of the session for the user, as a client of servers; undefined where no servers are given. */
  readonly name: string | undefined;
  /** The servers as the agent is sent them when it opens the session. */
  readonly handed: readonly HandedServer[];
  /** Sets the roots that the session was told, which limit what the servers may see; before that, they see nothing. */
  follow(told: SessionRoots): void;
  /** Takes the servers away: what runs of them for the session ends. Never rejects. */
  end(): Promise<void>;
}

/** For a session that is given no servers. */
export const noServers: SessionServers = {
  name: undefined,
  handed: [],
  follow: () => undefined,
  end: () => Promise.resolve(),
};

/** The agent that the session belongs to. */
type SessionAgent = Pick<Grantee, 'exposure' | 'fingerprint' | 'isGranted'>;

/**
 * A session of an agent as a client of servers. Its limit is the roots that the session was told, as far as its agent
 * may still see them; it follows changes of both. Before `follow` and after `end` it has no folder.
 */
export class SessionClient implements ClientSession {
  readonly #agent: SessionAgent;
  readonly #choices: Pick<ServerChoices, 'isGiven' | 'onDidChange'>;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  #told: SessionRoots | undefined;

  /** The folders of the session that are left. */
  readonly bounds: BoundsSource;

  constructor(agent: SessionAgent, choices: Pick<ServerChoices, 'isGiven' | 'onDidChange'>) {
    this.#agent = agent;
    this.#choices = choices;
    const current = () => this.#current;
    this.bounds = {
      get current() {
        return current();
      },
      onDidChange: this.#changed.event,
    };
    this.#lifetime.add(agent.exposure.onDidChange(() => this.#changed.fire()));
    this.#lifetime.add(choices.onDidChange(() => this.#changed.fire()));
  }

  follow(told: SessionRoots): void {
    this.#told = told;
    this.#changed.fire();
  }

  /**
   * Whether the definition of a server may name this: the agent itself must be granted it, and it must be in a folder
   * that the session has.
   */
  mayName(named: NamedFolder): boolean {
    const realPath = named.grantable && pathOf(named.grantable);
    if (realPath === undefined || !this.#agent.isGranted(named)) return false;
    return this.#current.folders.some((folder) => contains(folder, realPath, nodeDisk.flavour));
  }

  isGiven(server: Fingerprint): boolean {
    const { fingerprint } = this.#agent;
    return (
      this.#told !== undefined && fingerprint !== undefined && this.#choices.isGiven(fingerprint, server)
    );
  }

  end(): void {
    this.#told = undefined;
    this.#changed.fire();
    this.#lifetime.dispose();
  }

  get #current(): Bounds {
    return this.#told === undefined ? nothing : sessionBounds(this.#told, this.#agent.exposure.current);
  }
}
