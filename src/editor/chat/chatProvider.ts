import { EventEmitter, McpStdioServerDefinition, type McpServerDefinitionProvider } from 'vscode';
import type { ChatDefinition } from '../../core/chat/chatClient';
import type { Event } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { addressVariable } from '../../node/bridge/windowEntry';

/** What VS Code's chat is offered, once the host is open. */
export interface ChatOffer {
  /** Every definition as it stands now. */
  definitions(): Promise<readonly ChatDefinition[]>;
  /** Something that definitions are made of may be another. */
  readonly onDidChange: Event<unknown>;
  /** Where this window listens; undefined where it cannot. */
  socket(): Promise<string | undefined>;
}

/**
 * Gives VS Code's own MCP client one server for each that is enabled for chat. VS Code keeps what is provided in clear
 * text and over reloads, so that the address of the socket is only added when a server is about to start; what starts
 * servers without asking again (the agent host) does without.
 */
export class ChatProvider implements McpServerDefinitionProvider<McpStdioServerDefinition>, Disposable {
  readonly #offer: () => Promise<ChatOffer | undefined>;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<void>());
  #followed: ChatOffer | undefined;
  #provided = '[]';

  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  /** @param offer undefined where no server is enabled for chat; it is asked each time */
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
    // Without it the shim would look for a window by itself, and might find another one of this workspace.
    if (socket === undefined)
      throw new Error('MCP Roots cannot be reached in this window. Look into its log.');
    server.env = { ...server.env, [addressVariable]: socket };
    return server;
  }

  /** Has VS Code ask again, if what it was told is another now. */
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
