import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  commands,
  extensions,
  LanguageModelTextPart,
  lm,
  Uri,
  type ExtensionContext,
  type LanguageModelToolResult,
} from 'vscode';
import type { Choice } from '../../src/core/consent/ledger';
import type { Verdict } from '../../src/core/consent/decision';
import { Lifetime, Slot, type Disposable } from '../../src/core/lifecycle';
import { availablePath } from '../../src/core/roots/candidate';
import { ChatProvider } from '../../src/editor/chat/chatProvider';
import type { CommandContext } from '../../src/editor/commands/commandContext';
import { Postponed } from '../../src/editor/consent/postponed';
import { ContextKeys } from '../../src/editor/contextKeys';
import { EditorHost } from '../../src/editor/editorHost';
import { FolderNotes } from '../../src/editor/folders/folderNotes';
import { chatProviderId } from '../../src/editor/ids';
import { Logs } from '../../src/editor/logs';
import type { ManagedServer } from '../../src/node/servers/managedServer';
import type { OutsideClient } from '../../src/node/servers/outsideClient';
import { memoryMemento } from './memoryMemento';

/** How long VS Code is waited for, in milliseconds: it collects servers and lists tools in its own time. */
const patience = 25_000;

/** The extension's own parts with a storage of their own, offered to VS Code's MCP client in the extension's place. */
export class ChatBench {
  readonly context: CommandContext;
  readonly notes: FolderNotes;
  readonly #editor: EditorHost;
  readonly #own: Lifetime;
  readonly #storage: string;
  readonly #provider: ChatProvider;
  readonly #offered: Slot<Disposable>;

  private constructor(parts: {
    readonly context: CommandContext;
    readonly notes: FolderNotes;
    readonly editor: EditorHost;
    readonly own: Lifetime;
    readonly storage: string;
    readonly provider: ChatProvider;
  }) {
    this.context = parts.context;
    this.notes = parts.notes;
    this.#editor = parts.editor;
    this.#own = parts.own;
    this.#storage = parts.storage;
    this.#provider = parts.provider;
    this.#offered = parts.own.add(new Slot());
    this.#offer();
  }

  static async open(): Promise<ChatBench> {
    const storage = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-roots-chat-'));
    const own = new Lifetime();
    const notes = own.add(new FolderNotes(memoryMemento()));
    const editor = own.add(
      new EditorHost({
        context: contextIn(storage),
        logs: own.add(new Logs()),
        notes,
        postponed: own.add(new Postponed()),
        keys: new ContextKeys(),
      }),
    );
    const context = await editor.open();
    const provider = own.add(new ChatProvider(() => Promise.resolve(context.chat)));
    return new ChatBench({ context, notes, editor, own, storage, provider });
  }

  server(name: string): ManagedServer {
    const found = this.context.host.supervisor.servers.all.find((server) => server.name === name);
    if (found === undefined) throw new Error(`There is no server ${name}.`);
    return found;
  }

  /** The server as VS Code's chat may use it. */
  inChat(name: string): OutsideClient {
    const found = this.context.chat.enabled.find(({ server }) => server.name === name);
    if (found === undefined) throw new Error(`${name} is not enabled for chat.`);
    return found;
  }

  /** Decides about folders, by their names, for the server in chat. */
  async decide(name: string, verdict: Verdict, ...folders: readonly string[]): Promise<void> {
    const { fingerprint } = this.inChat(name);
    const { catalog, ledger } = this.context.host.consent;
    const choices = folders.map((folder): Choice => {
      const candidate = catalog.candidates.find((each) => each.name === folder);
      const realPath = candidate && availablePath(candidate);
      if (fingerprint === undefined || realPath === undefined) throw new Error(`No ${name} or ${folder}.`);
      return { server: fingerprint, folder: realPath, verdict };
    });
    await ledger.decide(choices, 'session');
  }

  /**
   * Has VS Code start a server of ours, as its own user interface does, and waits until its client is connected and
   * offers the tool. @returns the name of the tool
   */
  async start(server: string, label: string, tool: string): Promise<string> {
    const id = `mcp-roots.mcp-roots/${label}`;
    let looks = 0;
    return eventually(async () => {
      looks += 1;
      // The extension itself, which is activated in its own time, offers its own servers in the place of these.
      if (looks % 20 === 0 && this.inChat(server).sessionCount === 0) this.#offer();
      await commands.executeCommand('workbench.mcp.startServer', id);
      // A tool can be one that VS Code kept from an earlier server of this label.
      if (this.inChat(server).sync?.kind !== 'in sync') return undefined;
      return toolsNamed(tool)[0];
    }, `${label} has no tool ${tool}.`);
  }

  #offer(): void {
    this.#offered.value = lm.registerMcpServerDefinitionProvider(chatProviderId, this.#provider);
  }

  async close(): Promise<void> {
    await this.#editor.close();
    this.#own.dispose();
    rmSync(this.#storage, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The tools of MCP servers that end in this name, as VS Code offers them to models. */
export function toolsNamed(tool: string): readonly string[] {
  return lm.tools.flatMap(({ name }) => (name.startsWith('mcp_') && name.endsWith(tool) ? name : []));
}

/** Calls a tool as a model does, and gives all text of its answer. */
export async function invoke(tool: string, input: object = {}): Promise<string> {
  const { content }: LanguageModelToolResult = await lm.invokeTool(tool, {
    input,
    toolInvocationToken: undefined,
  });
  return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('\n');
}

/** Waits for what VS Code does in its own time and announces nowhere. @throws {Error} with that text at the end */
export async function eventually<T>(look: () => Promise<T | undefined>, otherwise: string): Promise<T> {
  for (const end = Date.now() + patience; Date.now() < end; await delay(100)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(otherwise);
}

/** What the extension's own context offers, with a storage of its own. */
function contextIn(storage: string): ExtensionContext {
  const extension = extensions.getExtension('mcp-roots.mcp-roots');
  if (extension === undefined) throw new Error('The extension is not there.');
  const context: Pick<ExtensionContext, 'globalStorageUri' | 'asAbsolutePath'> = {
    globalStorageUri: Uri.file(path.join(storage, 'User', 'globalStorage', 'mcp-roots.mcp-roots')),
    asAbsolutePath: (file) => path.join(extension.extensionPath, file),
  };
  return { ...context, extension } as ExtensionContext;
}
