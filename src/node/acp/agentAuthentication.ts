import type { IntroducedAgent } from '../../core/acp/agentAnswers';
import type { AuthMethod } from '../../core/acp/authMethod';
import type { AgentConnection } from './agentConnection';

/** Who the user is to a running agent (ACP, authentication). The agent keeps that; nothing of it is kept here. */
export class AgentAuthentication {
  readonly #connection: Pick<AgentConnection, 'authenticate' | 'logout'>;
  /** The ways to sign in, in the agent's order. */
  readonly methods: readonly AuthMethod[];
  /** Whether the agent lets its user sign out. */
  readonly canLogOut: boolean;

  constructor(
    connection: Pick<AgentConnection, 'authenticate' | 'logout'>,
    { authMethods, abilities }: Pick<IntroducedAgent, 'authMethods' | 'abilities'>,
  ) {
    this.#connection = connection;
    this.methods = authMethods;
    this.canLogOut = abilities.logout;
  }

  /**
   * Has the agent sign its user in, for as long as that takes. A method of a terminal is never passed to the agent
   * (ACP): its program is run for that.
   * @param signal gives up waiting
   * @throws {UserError} when the agent fails at it, or is not waited for
   */
  authenticate({ id }: AuthMethod & { readonly kind: 'agent' }, signal?: AbortSignal): Promise<void> {
    return this.#connection.authenticate(id, signal);
  }

  /** @throws {UserError} when the agent fails at it */
  logOut(): Promise<void> {
    return this.#connection.logout();
  }
}
