import { setTimeout as delay } from 'node:timers/promises';
import type { ExtensionContext, TreeView } from 'vscode';
import { messageOf } from '../core/errors';
import { Emitter } from '../core/event';
import { Lifetime, type Disposable } from '../core/lifecycle';
import { autostart } from './autostart';
import { ChatServers } from './chat/chatServers';
import type { CommandContext, WithHost } from './commands/commandContext';
import { consentAndStart } from './commands/consentAndStart';
import { ApprovalFlow } from './consent/approvalFlow';
import { ConsentFlow } from './consent/consentFlow';
import { OneQuestion } from './consent/oneQuestion';
import type { Postponed } from './consent/postponed';
import { followHost, type ContextKeys } from './contextKeys';
import { eventText, timesText } from './documents/eventText';
import { ServerDocuments } from './documents/serverDocuments';
import { followWorkspace } from './followWorkspace';
import type { FolderNotes } from './folders/folderNotes';
import type { Logs } from './logs';
import { openHost } from './openHost';
import { report } from './registerCommand';
import type { Node } from './tree/nodes';
import type { RootsTree } from './tree/rootsTree';
import { followTreeView } from './tree/treeView';
import { noticeUnapprovedStops } from './unapprovedNotice';
import { watchWaitingFolders } from './waitingFolders';

/** `deactivate` is cut off after 5 seconds; what still runs then, the guard ends. In milliseconds. */
const closingBound = 3000;

/** What the editor has before the host is open. */
export interface EditorParts {
  readonly context: ExtensionContext;
  readonly logs: Logs;
  readonly notes: FolderNotes;
  readonly postponed: Postponed;
  readonly keys: ContextKeys;
}

/** The host in this window: opened when it is first needed, wired to the editor, closed with the window. */
export class EditorHost implements Disposable {
  readonly #parts: EditorParts;
  readonly #lifetime = new Lifetime();
  readonly #opened = this.#lifetime.add(new Emitter<void>());
  #view: { readonly view: TreeView<Node>; readonly tree: RootsTree } | undefined;
  #opening: Promise<CommandContext> | undefined;

  /** The host is open and knows folders and servers. */
  readonly onDidOpen = this.#opened.event;

  constructor(parts: EditorParts) {
    this.#parts = parts;
  }

  /** The view that the host is shown in. */
  set view(view: { readonly view: TreeView<Node>; readonly tree: RootsTree }) {
    this.#view = view;
  }

  /**
   * The open host; the first call opens it.
   * @throws {UserError} when what is kept cannot be used; the next call tries again
   */
  open(): Promise<CommandContext> {
    this.#opening ??= this.#openAndTell().catch((error: unknown) => {
      this.#opening = undefined;
      if (this.#view !== undefined) this.#view.view.message = messageOf(error);
      throw error;
    });
    return this.#opening;
  }

  readonly withHost: WithHost = (run) => async (argument) => run(await this.open(), argument);

  get isOpen(): boolean {
    return this.#opening !== undefined;
  }

  /** Ends every server, within the time that an ending extension has. */
  async close(): Promise<void> {
    const context = await this.#opening?.catch(() => undefined);
    await Promise.race([context?.host.close(), delay(closingBound)]);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #openAndTell(): Promise<CommandContext> {
    const context = await this.#open();
    // Whoever hears of it asks for the open host, which it is only once this has resolved.
    setImmediate(() => this.#opened.fire());
    return context;
  }

  async #open(): Promise<CommandContext> {
    const { context, logs, notes, postponed, keys } = this.#parts;
    const own = this.#lifetime;
    const host = own.add(await openHost(context, logs));
    const fail = (error: unknown) => report(error, logs.extension);
    const documents = own.add(new ServerDocuments(host, postponed));
    const showDefinition: ConstructorParameters<typeof ConsentFlow>[0]['showDefinition'] = (servers) => {
      void documents.showDefinition(servers, true).catch(fail);
    };
    const questions = new OneQuestion();
    const approval = new ApprovalFlow({ host, documents, questions });
    const consent = new ConsentFlow({ host, postponed, showDefinition, questions });
    own.add(await followWorkspace(host, notes, fail));
    // What the last host could not save of a withdrawal holds for them too.
    void host.ranBefore.then(() => host.serveClients());
    own.add(followHost(keys, host));
    if (this.#view !== undefined) {
      const { view, tree } = this.#view;
      own.add(followTreeView(view, tree, { host, fail }));
      own.add(watchWaitingFolders(host, postponed, view, consent, fail));
    }
    own.add(
      host.disclosures.onDidRecord(({ serverId, server, what }) => {
        const log = serverId === '' ? logs.extension : logs.of({ id: serverId, name: server });
        log.info(eventText(what));
      }),
    );
    own.add(
      host.disclosures.onDidRepeat((entry) => {
        const log = logs.of({ id: entry.serverId, name: entry.server });
        log.info(`${eventText(entry.what)}${timesText(entry)}`);
      }),
    );
    if (host.keyKeptIn === 'file') {
      logs.extension.info(
        'The key that signs decisions is kept in a file, because secrets do not last here.',
      );
    }
    const chat = new ChatServers(host, context);
    const commandContext = { host, approval, consent, chat, postponed, documents, notes, logs };
    own.add(noticeUnapprovedStops(host, (servers) => consentAndStart(servers, commandContext), fail));
    void autostart(host, logs.extension).catch(fail);
    return commandContext;
  }
}
