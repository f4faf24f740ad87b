import { Uri, window } from 'vscode';
import { partText } from '../../core/features/contentText';
import { UserError } from '../../core/errors';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { SchemaJudge } from '../../node/features/schemaJudge';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandContext } from '../commands/commandContext';
import { pickServer } from '../commands/pickServer';
import { isNode, type OfferNode } from '../tree/nodes';
import { ContentDocuments, fileOf } from './contentDocuments';
import { contentScheme } from './contentFiles';
import { OfferNodes, toolWords } from './offerNodes';
import { clientOf, listedBy, pickEntry } from './pickEntry';
import { runTool } from './runTool';

/** What the user can do with a running server: its tools. */
export class Features implements Disposable {
  readonly #context: CommandContext;
  readonly #lifetime = new Lifetime();
  readonly #judge = this.#lifetime.add(new SchemaJudge());
  readonly #content = this.#lifetime.add(new ContentDocuments());
  readonly #nodes: OfferNodes;

  /** @param redraw has a line drawn again */
  constructor(context: CommandContext, redraw: (node: OfferNode) => void) {
    this.#context = context;
    this.#nodes = new OfferNodes(redraw);
  }

  /** The lines for what a running server offers. */
  offersOf(server: ManagedServer): readonly OfferNode[] {
    return this.#nodes.of(server);
  }

  /** Runs a tool: the one of the line, or one of the user's choice. */
  async callTool(argument: unknown): Promise<void> {
    const server = await this.#server(argument, 'Run a tool of which server?');
    if (server === undefined) return;
    const offer = isNode(argument) && argument.kind === 'offer' ? argument.offer : undefined;
    const tool = offer?.kind === 'tool' ? offer.tool : await this.#pickTool(server);
    if (tool === undefined) return;
    const { documents } = this.#context;
    await runTool(server, tool, { judge: this.#judge, documents, content: this.#content });
  }

  /**
   * Opens a part of the document in this editor.
   * @param index of the part; without it the user chooses
   */
  async openPart(argument: unknown, index: unknown): Promise<void> {
    const document = this.#content.documentOf(argument);
    if (document === undefined || document.parts.length === 0) {
      throw new UserError('There is nothing in this editor that can be opened by itself.');
    }
    const parts = document.parts.map(({ part }) => part);
    const wordsOf = (part: (typeof parts)[number]) => {
      return { label: partText(part), description: undefined, detail: undefined };
    };
    const part = typeof index === 'number' ? parts[index] : await pickEntry(parts, 'Open what?', wordsOf);
    if (part === undefined || part.kind === 'link') return;
    await this.#content.showFiles(document.server, [fileOf(part)], new Lifetime());
  }

  /** Writes what a server gave where the user wants it. */
  async saveContent(argument: unknown): Promise<void> {
    const active = window.tabGroups.activeTabGroup.activeTab?.input;
    const shown = typeof active === 'object' && active !== null && 'uri' in active ? active.uri : undefined;
    const uri = argument instanceof Uri ? argument : shown;
    if (!(uri instanceof Uri) || uri.scheme !== contentScheme) {
      throw new UserError('Nothing that a server gave is open in this editor.');
    }
    await this.#content.saveAs(uri.path.split('/').at(-1) ?? '', this.#content.read(uri));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #server(argument: unknown, placeHolder: string): Promise<ManagedServer | undefined> {
    const runs = ({ client }: ManagedServer) => client !== undefined;
    return pickServer(argument, this.#context.host, placeHolder, runs);
  }

  async #pickTool(server: ManagedServer) {
    const { entries } = await listedBy(server, clientOf(server).features.tools, 'tools');
    if (entries.length === 0) throw new UserError(`“${server.name}” has no tools.`);
    return pickEntry(entries, 'Run which tool?', toolWords);
  }
}
