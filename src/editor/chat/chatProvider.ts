import { EventEmitter, McpStdioServerDefinition, type McpServerDefinitionProvider } from 'vscode';
import type { ChatDefinition } from '../../core/chat/chatClient';
import type { Event } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { addressVariable } from '../../node/bridge/windowEntry';

/** What VS Code's chat is offered, once the host is open. */
export interface ChatOffer {
  /** One definition for each server that is enabled for chat now. */
  definitions(): Promise<readonly ChatDefinition[]>;
  /** Fires when definitions may have changed. */
  readonly onDidChange: Event<unknown>;
  /** The address of the socket on which this window listens; undefined if it cannot. */
  socket(): Promise<string | undefined>;
}

/**
 * Provides VS Code's own MCP client with a definition for each server that is enabled for chat. VS Code keeps what is
 * provided, in clear text and over reloads, so the address of the socket is added only when a server is about to start.
 * What starts servers without that step (the agent host) gets no address.
 */
export class ChatProvider implements McpServerDefinitionProvider<McpStdioServerDefinition>, Disposable {
  readonly #offer: () => Promise<ChatOffer | undefined>;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<void>());
  #followed: ChatOffer | undefined;
  #provided = '[]';

  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  /** @param offer called each time; gives undefined if no server is enabled for chat */
  constructor(offer: () => Promise<ChatOffer | undefined>) {
    this.#offer = offer;
  }

  async provideMcpServerDefinitions(): Promise<McpStdioServerDefinition[]> {
    const offer = await this.#offer();
    if (offer === undefined) return [];
    this.#follow(offer);
    const definitions = await offer.definitions();
    this.#provided = JSON.stringify(definitions);
    return definitions.map(
      ({ label, command, args, env, version }) =>
        new McpStdioServerDefinition(label, command, [...args], { ...env }, version),
    );
  }

  /** @throws when this window cannot be reached; VS Code shows the sentence */
  async resolveMcpServerDefinition(server: McpStdioServerDefinition): Promise<McpStdioServerDefinition> {
    const offer = await this.#offer();
    const socket = await offer?.socket();
    // Without the address the shim would look for a window by itself, and might find another one of this workspace.
    if (socket === undefined)
      throw new Error('MCP Roots cannot be reached in this window. Look into its log.');
    server.env = { ...server.env, [addressVariable]: socket };
    return server;
  }

  /** Has VS Code ask again if the definitions differ from those that it was given last. */
  async refresh(): Promise<void> {
    const offer = await this.#offer();
    if (offer !== undefined) this.#follow(offer);
    const definitions = offer === undefined ? [] : await offer.definitions();
    if (JSON.stringify(definitions) !== this.#provided) this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow(offer: ChatOffer): void {
    if (this.#followed === offer) return;
    this.#followed = offer;
    // A definition that cannot be computed is not offered; the next change tries again.
    this.#lifetime.add(offer.onDidChange(() => void this.refresh().catch(() => undefined)));
  }
}
