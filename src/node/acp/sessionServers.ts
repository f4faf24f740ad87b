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

/** The servers that one session of an agent is given, from before it is opened until it is closed. */
export interface SessionServers {
  /** As what the user meets the session there; undefined where none are given. */
  readonly name: string | undefined;
  /** What the agent is sent of them, when it opens the session. */
  readonly handed: readonly HandedServer[];
  /** What the session was told, and so what the servers may be: until this is said they see nothing. */
  follow(told: SessionRoots): void;
  /** Takes them away from it: what of them runs for it ends. Never rejects. */
  end(): Promise<void>;
}

/** Where no servers are given. */
export const noServers: SessionServers = {
  name: undefined,
  handed: [],
  follow: () => undefined,
  end: () => Promise.resolve(),
};

/** The agent whose session it is. */
type SessionAgent = Pick<Grantee, 'exposure' | 'fingerprint' | 'isGranted'>;

/**
 * A session of an agent as a client of servers: what it was told, as far as its agent may see that still. It follows
 * both, and is nothing before it was told anything, and after its end.
 */
export class SessionClient implements ClientSession {
  readonly #agent: SessionAgent;
  readonly #choices: Pick<ServerChoices, 'isGiven' | 'onDidChange'>;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  #told: SessionRoots | undefined;

  /** Its own folders. */
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

  /** A definition names what the agent itself may see, below a folder that the session has. */
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
