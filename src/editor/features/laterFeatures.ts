import { EventEmitter } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandContext } from '../commands/commandContext';
import type { CommandId } from '../ids';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { OfferNode } from '../tree/nodes';
import type { Features } from './features';

/** `Features`, loaded when a server runs or a command needs them. */
export class LaterFeatures implements Disposable {
  readonly #open: () => Promise<CommandContext>;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<OfferNode>());
  #loading: Promise<Features> | undefined;

  /** Fires with a line that has to be drawn again. */
  readonly onDidChange = this.#changed.event;

  /** @param open opens the host */
  constructor(open: () => Promise<CommandContext>) {
    this.#open = open;
  }

  /** The lines for what a server offers; none while it does not run. */
  async offersOf(server: ManagedServer): Promise<readonly OfferNode[]> {
    return server.client === undefined ? [] : (await this.#load()).offersOf(server);
  }

  registerCommands({ extension: log }: Logs): Disposable {
    const commands = new Lifetime();
    const register = (id: CommandId, run: (features: Features, args: readonly unknown[]) => Promise<void>) =>
      commands.add(registerCommand(id, log, async (...args) => run(await this.#load(), args)));
    register('mcpRoots.callTool', (features, [argument]) => features.callTool(argument));
    register('mcpRoots.trustTools', (features, [argument]) => features.trustTools(argument));
    register('mcpRoots.doNotTrustTools', (features, [argument]) => features.doNotTrustTools(argument));
    register('mcpRoots.usePrompt', (features, [argument]) => features.usePrompt(argument));
    register('mcpRoots.openResource', (features, [argument]) => features.openResource(argument));
    register('mcpRoots.showInstructions', (features, [argument]) => features.showInstructions(argument));
    register('mcpRoots.saveResource', (features, [argument]) => features.saveResource(argument));
    register('mcpRoots.openInChat', (features, [argument]) => features.openInChat(argument));
    register('mcpRoots.copyMessages', (features, [argument]) => features.copyMessages(argument));
    register('mcpRoots.openPart', (features, [argument, index]) => features.openPart(argument, index));
    register('mcpRoots.saveContent', (features, [argument]) => features.saveContent(argument));
    return commands;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #load(): Promise<Features> {
    this.#loading ??= this.#start().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #start(): Promise<Features> {
    const context = await this.#open();
    const { Features: Loaded } = await import('./features.js');
    return this.#lifetime.add(new Loaded(context, (node) => this.#changed.fire(node)));
  }
}
