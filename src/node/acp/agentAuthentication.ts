import type { IntroducedAgent } from '../../core/acp/agentAnswers';
import type { AuthMethod } from '../../core/acp/authMethod';
import type { AgentConnection } from './agentConnection';

/**
 * Signing in and out at a running agent (ACP, authentication). The agent keeps the result; nothing of it is kept here.
 */
export class AgentAuthentication {
  readonly #connection: Pick<AgentConnection, 'authenticate' | 'logout'>;
  /** The ways to sign in, in the agent's order. */
  readonly methods: readonly AuthMethod[];
  /** Whether the user can sign out. */
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
   * Asks the agent to sign its user in, and waits as long as that takes. Only for methods of the kind `agent`: for one
   * of a terminal, the agent's program is run instead (ACP).
   * @param signal gives up waiting
   * @throws {UserError} when the agent fails, or the wait is given up
   */
  authenticate({ id }: AuthMethod & { readonly kind: 'agent' }, signal?: AbortSignal): Promise<void> {
    return this.#connection.authenticate(id, signal);
  }

  /** @throws {UserError} when the agent fails */
  logOut(): Promise<void> {
    return this.#connection.logout();
  }
}
