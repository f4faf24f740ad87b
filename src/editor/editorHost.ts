import type { TreeView } from 'vscode';
import { messageOf } from '../core/errors';
import { Emitter } from '../core/event';
import { Lifetime, type Disposable } from '../core/lifecycle';
import type { CommandContext, WithHost } from './commands/commandContext';
import { within } from '../node/process/within';
import type { EditorParts } from './openInEditor';
import type { Node } from './tree/nodes';
import type { RootsTree } from './tree/rootsTree';

/**
 * How long closing may take, in milliseconds. VS Code ends `deactivate` after 5 seconds; what still runs then, the
 * guard ends.
 */
const closingBound = 3000;

/** The host in this window: opened when it is first needed, wired to the editor, closed with the window. */
export class EditorHost implements Disposable {
  readonly #parts: EditorParts;
  readonly #lifetime = new Lifetime();
  readonly #opened = this.#lifetime.add(new Emitter<void>());
  #view: { readonly view: TreeView<Node>; readonly tree: RootsTree } | undefined;
  #opening: Promise<CommandContext> | undefined;

  /** Fires when the host is open and knows folders and servers. */
  readonly onDidOpen = this.#opened.event;

  constructor(parts: EditorParts) {
    this.#parts = parts;
  }

  /** The view that shows the host; to be set before the host is opened. */
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

  /** Ends every server; resolves after `closingBound` at the latest. */
  async close(): Promise<void> {
    const context = await this.#opening?.catch(() => undefined);
    const closing = context?.host.close();
    if (closing !== undefined && (await within(closing, closingBound))) await closing;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #openAndTell(): Promise<CommandContext> {
    // Loaded here, not at activation: in most windows nothing has to run.
    const { openInEditor } = await import('./openInEditor.js');
    const context = await openInEditor(this.#parts, this.#view, this.#lifetime);
    // Fired later: listeners ask for the open host, which there is only once this has resolved.
    setImmediate(() => this.#opened.fire());
    return context;
  }
}
