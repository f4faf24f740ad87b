import { commands, env, Uri, window } from 'vscode';
import { fileOf } from '../../core/features/contentFile';
import { partText, textLines } from '../../core/features/contentText';
import { UserError } from '../../core/errors';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import { SchemaJudge } from '../../node/features/schemaJudge';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandContext } from '../commands/commandContext';
import { pickServer } from '../commands/pickServer';
import { isNode, type OfferNode } from '../tree/nodes';
import { ContentDocuments, type ContentDocument } from './contentDocuments';
import { contentScheme } from './contentFiles';
import { promptWords, resourceWords, toolWords } from './offerItems';
import { OfferNodes } from './offerNodes';
import { askForAddress, openResource, readResource } from './openResource';
import { clientOf, listedBy, pickEntry } from './pickEntry';
import { runTool } from './runTool';
import { doNotTrustTools, trustedTools, trustTools } from './trustTools';
import { usePrompt } from './usePrompt';

/** What the user can do with a running server: its tools, prompts and resources. */
export class Features implements Disposable {
  readonly #context: CommandContext;
  readonly #lifetime = new Lifetime();
  readonly #judge = this.#lifetime.add(new SchemaJudge());
  readonly #content = this.#lifetime.add(new ContentDocuments());
  readonly #nodes: OfferNodes;

  /** @param redraw has a line drawn again */
  constructor(context: CommandContext, redraw: (node: OfferNode) => void) {
    this.#context = context;
    const {
      supervisor: { servers },
      consent: { switches },
    } = context.host;
    this.#nodes = new OfferNodes(redraw, (server) => trustedTools(server, switches) !== undefined);
    this.#lifetime.add(switches.onDidChange(() => servers.all.forEach((each) => this.#nodes.redraw(each))));
  }

  /** The lines for what a running server offers. */
  offersOf(server: ManagedServer): readonly OfferNode[] {
    return this.#nodes.of(server);
  }

  /** Runs a tool: the one of the line, or one of the user's choice. */
  async callTool(argument: unknown): Promise<void> {
    const server = await this.#server(argument, 'Select a server to run a tool', 'tools');
    if (server === undefined) return;
    const offer = offerOf(argument);
    const tool = offer?.kind === 'tool' ? offer.tool : await this.#pickTool(server);
    if (tool === undefined) return;
    const { documents, host, questions } = this.#context;
    const { switches } = host.consent;
    const content = this.#content;
    await runTool(server, tool, { judge: this.#judge, switches, documents, content, questions });
  }

  /** Lets those tools of a server that only read, as it says, run without a question. */
  async trustTools(argument: unknown): Promise<void> {
    const { switches } = this.#context.host.consent;
    const isOpen = (server: ManagedServer) =>
      server.client?.features.tools.isDeclared === true && trustedTools(server, switches) === undefined;
    const server = await this.#pickServer(
      argument,
      'Select a server whose read-only tools run without asking',
      isOpen,
    );
    if (server !== undefined) await trustTools(server, switches);
  }

  /** Takes that trust back. */
  async doNotTrustTools(argument: unknown): Promise<void> {
    const { switches } = this.#context.host.consent;
    const has = (server: ManagedServer) => trustedTools(server, switches) !== undefined;
    const server = await this.#pickServer(argument, 'Select a server whose tools ask again', has);
    if (server !== undefined) await doNotTrustTools(server, switches);
  }

  /** Shows the messages of a prompt: the one of the line, or one of the user's choice. */
  async usePrompt(argument: unknown): Promise<void> {
    const server = await this.#server(argument, 'Select a server to use a prompt', 'prompts');
    if (server === undefined) return;
    const offer = offerOf(argument);
    const prompt = offer?.kind === 'prompt' ? offer.prompt : await this.#pickPrompt(server);
    if (prompt !== undefined) await usePrompt(server, prompt, this.#content, this.#context.questions);
  }

  /** Opens a resource: the one of the line, or one of the user's choice. */
  async openResource(argument: unknown): Promise<void> {
    const server = await this.#server(argument, 'Select a server to open a resource', 'resources');
    const uri = server && (await this.#addressOf(server, argument));
    if (server !== undefined && uri !== undefined) await this.#open(server, uri);
  }

  /** Shows what a server says of how it is to be used. */
  async showInstructions(argument: unknown): Promise<void> {
    const has = ({ client }: ManagedServer) => client?.instructions !== undefined;
    const server = await this.#pickServer(argument, 'Select a server to show its instructions', has);
    if (server === undefined) return;
    const { instructions } = clientOf(server);
    const name = displayText(server.name, 60);
    if (instructions === undefined) throw new UserError(`“${name}” gives no instructions.`);
    const lines = { lines: textLines(instructions), parts: [] };
    await this.#content.showText(`Instructions of ${name}`, lines, { server, parts: [] });
  }

  /** Opens a part of the document in this editor. @param index of the part; without it the user chooses */
  async openPart(argument: unknown, index: unknown): Promise<void> {
    const document = this.#documentOf(argument);
    const parts = document.parts.map(({ part }) => part);
    if (parts.length === 0) throw new UserError('Nothing in this editor can be opened by itself.');
    const wordsOf = (part: (typeof parts)[number]) => {
      return { label: partText(part), description: undefined, detail: undefined };
    };
    const part = typeof index === 'number' ? parts[index] : await pickEntry(parts, 'Open what?', wordsOf);
    if (part === undefined) return;
    if (part.kind === 'link') await this.#open(document.server, part.uri);
    else await this.#content.showFiles(document.server, [fileOf(part)], new Lifetime(), false);
  }

  /** Asks where to save a resource, and writes it there: the one of the line, or one of the user's choice. */
  async saveResource(argument: unknown): Promise<void> {
    const server = await this.#server(argument, 'Select a server to save a resource', 'resources');
    const uri = server && (await this.#addressOf(server, argument));
    const files = server && uri !== undefined ? await readResource(server, uri) : undefined;
    for (const { name, bytes } of files ?? []) await this.#content.saveAs(name, bytes);
  }

  /** Asks where to save what this editor shows of a server, and writes it there. */
  async saveContent(argument: unknown): Promise<void> {
    const active = window.tabGroups.activeTabGroup.activeTab?.input;
    const shown = typeof active === 'object' && active !== null && 'uri' in active ? active.uri : undefined;
    const uri = argument instanceof Uri ? argument : shown;
    if (!(uri instanceof Uri) || uri.scheme !== contentScheme) {
      throw new UserError('Nothing that a server gave is open in this editor.');
    }
    await this.#content.saveAs(uri.path.split('/').at(-1) ?? '', this.#content.read(uri));
  }

  /** Puts the messages of a prompt into the input of VS Code's chat; the user sends them. */
  async openInChat(argument: unknown): Promise<void> {
    const query = this.#promptText(argument);
    if (!(await commands.getCommands(true)).includes(openChat)) {
      throw new UserError('There is no chat in this window. Copy the messages instead.');
    }
    await commands.executeCommand(openChat, { query, isPartialQuery: true });
  }

  /** Copies the messages of a prompt. */
  async copyMessages(argument: unknown): Promise<void> {
    await env.clipboard.writeText(this.#promptText(argument));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #server(argument: unknown, placeHolder: string, list: 'tools' | 'prompts' | 'resources') {
    const has = ({ client }: ManagedServer) => client?.features[list].isDeclared === true;
    return this.#pickServer(argument, placeHolder, has);
  }

  async #pickServer(
    argument: unknown,
    placeHolder: string,
    fits: (server: ManagedServer) => boolean,
  ): Promise<ManagedServer | undefined> {
    const { host } = this.#context;
    if (!isNode(argument) && !host.supervisor.servers.all.some(fits)) {
      throw new UserError('There is no such server now. Start one first.');
    }
    return pickServer(argument, host.supervisor, placeHolder, fits);
  }

  async #open(server: ManagedServer, uri: string): Promise<void> {
    await openResource(server, uri, this.#content, this.#context.logs.of(server));
  }

  async #pickTool(server: ManagedServer) {
    const { entries } = await listedBy(server, clientOf(server).features.tools, 'tools');
    if (entries.length === 0) throw new UserError(`“${server.name}” has no tools.`);
    return pickEntry(entries, 'Run which tool?', toolWords);
  }

  async #pickPrompt(server: ManagedServer) {
    const { entries } = await listedBy(server, clientOf(server).features.prompts, 'prompts');
    if (entries.length === 0) throw new UserError(`“${server.name}” has no prompts.`);
    return pickEntry(entries, 'Use which prompt?', promptWords);
  }

  /** The URI of a resource: that of the line, or of the user's choice, with the variables of a template filled in. */
  async #addressOf(server: ManagedServer, argument: unknown): Promise<string | undefined> {
    const offer = offerOf(argument);
    if (offer?.kind === 'resource') return offer.resource.uri;
    const entry = offer?.kind === 'template' ? offer.template : await this.#pickResource(server);
    if (entry === undefined) return undefined;
    if ('uri' in entry) return entry.uri;
    return this.#context.questions.ofUser(() => askForAddress(server, entry));
  }

  async #pickResource(server: ManagedServer) {
    const { resources, templates } = clientOf(server).features;
    const entries = [
      ...(await listedBy(server, resources, 'resources')).entries,
      ...(await listedBy(server, templates, 'resources')).entries,
    ];
    if (entries.length === 0) throw new UserError(`“${server.name}” has no resources.`);
    return pickEntry(entries, 'Open which resource?', resourceWords);
  }

  #documentOf(argument: unknown): ContentDocument {
    const document = this.#content.documentOf(argument);
    if (document === undefined) throw new UserError('Nothing that a server gave is open in this editor.');
    return document;
  }

  #promptText(argument: unknown): string {
    const { promptText } = this.#documentOf(argument);
    if (promptText === undefined) throw new UserError('No messages of a prompt are open in this editor.');
    return promptText;
  }
}

/** VS Code's own command; it can be missing where chat is switched off. */
const openChat = 'workbench.action.chat.open';

function offerOf(argument: unknown): OfferNode['offer'] | undefined {
  return isNode(argument) && argument.kind === 'offer' ? argument.offer : undefined;
}
