import path from 'node:path';
import type { ExtensionContext } from 'vscode';
import { chatObstacles } from '../../core/chat/chatAccess';
import { chatClient, chatDefinitions, type ChatDefinition } from '../../core/chat/chatClient';
import type { NativeServer } from '../../core/chat/nativeServer';
import { nativeCopySentence } from '../../core/chat/nativeWords';
import type { ChatAccess } from '../../core/chat/rootsText';
import { nativeDuplicate } from '../../core/chat/nativeDuplicate';
import { listedRoots } from '../../core/consent/exposure';
import type { Event } from '../../core/event';
import type { Host } from '../../node/host/host';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { OutsideClient } from '../../node/servers/outsideClient';
import type { ChatOffer } from './chatProvider';
import { chatAccessSettings, nativePlaces } from './nativePlaces';

/**
 * The servers of this window that are enabled for VS Code's chat: what VS Code is given of them, and what they may see.
 */
export class ChatServers implements ChatOffer {
  readonly #host: Host;
  readonly #context: Pick<ExtensionContext, 'globalStorageUri'>;

  constructor(host: Host, context: Pick<ExtensionContext, 'globalStorageUri'>) {
    this.#host = host;
    this.#context = context;
  }

  /** Fires also for other clients; whoever listens compares the definitions, which seldom change. */
  get onDidChange(): Event<unknown> {
    return this.#host.clients.outside.onDidChange;
  }

  async socket(): Promise<string | undefined> {
    await this.#host.clients.bridge.served;
    return this.#host.clients.bridge.address();
  }

  /** The enabled servers, each as an outside client: VS Code's chat. */
  get enabled(): readonly OutsideClient[] {
    return this.#host.clients.outside.ofClient(chatClient.id);
  }

  isEnabled(server: ManagedServer): boolean {
    return this.enabled.some((each) => each.server === server);
  }

  /** The definitions that VS Code is given. */
  async definitions(): Promise<readonly ChatDefinition[]> {
    const own = this.enabled.map(({ server }) => ({
      name: server.name,
      fingerprint: server.prepared?.fingerprint,
    }));
    const natives = await this.#natives();
    // The program that runs this extension is always there. If it is Electron, the variable makes it run as Node.js.
    const program = {
      command: process.execPath,
      env: { ELECTRON_RUN_AS_NODE: '1' },
      shim: this.#host.clients.bridge.shim,
    };
    return chatDefinitions(
      own,
      program,
      natives.map(({ label }) => label),
    );
  }

  /** What a model is told: each enabled server, with the roots that it may see. */
  get access(): readonly ChatAccess[] {
    return this.enabled.map(({ server, exposure }) => ({
      server: server.name,
      roots: listedRoots(exposure.current),
    }));
  }

  /** @throws {UserError} when it could not be kept */
  async enable({ name }: ManagedServer): Promise<void> {
    await this.#setServers([...new Set([...this.#names, name])]);
  }

  /** @throws {UserError} when it could not be kept */
  async disable({ name }: ManagedServer): Promise<void> {
    await this.#setServers(this.#names.filter((each) => each !== name));
  }

  /** Why VS Code's chat will not use a server, or tells it more than was allowed: a sentence for each reason. */
  async warnings(server: ManagedServer): Promise<readonly string[]> {
    const own = (await this.definitions()).filter(({ args }) => args.at(-1) === server.name);
    const natives = await this.#natives();
    const bypass = nativeDuplicate(server.definition, natives, this.#host.clients.bridge.shim).map(
      (native) =>
        `${nativeCopySentence(native, path)}. "Remove Duplicate from VS Code's mcp.json…" removes that entry.`,
    );
    return [...chatObstacles(chatAccessSettings(), own), ...bypass];
  }

  async #natives(): Promise<readonly NativeServer[]> {
    const { readNativeServers } = await import('../../node/settings/jsonReaders.js');
    return readNativeServers(nativePlaces(this.#context));
  }

  get #names(): readonly string[] {
    return this.#host.clients.bridge.keys.keys.find(({ id }) => id === chatClient.id)?.servers ?? [];
  }

  async #setServers(servers: readonly string[]): Promise<void> {
    const keys = this.#host.clients.bridge.keys;
    if (servers.length === 0) return keys.revoke(chatClient.id);
    await keys.create({ ...chatClient, servers });
  }
}
