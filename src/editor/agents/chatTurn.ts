import { Location, Position, Uri, type ChatResponseStream } from 'vscode';
import type { Entry } from '../../core/acp/conversation/entry';
import { KeptIds } from '../../core/acp/conversation/keptIds';
import { plainMarkdown } from '../../core/acp/conversation/plainMarkdown';
import { leftOutText, ShownChanges, type Shown } from '../../core/acp/conversation/shownChanges';
import { isOver, type ReportedDiff, type ToolCall } from '../../core/acp/conversation/toolCall';
import {
  contentText,
  planText,
  statText,
  toolKindText,
  toolStateText,
} from '../../core/acp/conversation/words';
import type { Disposable } from '../../core/lifecycle';
import type { AgentSession } from '../../node/acp/agentSession';
import { agentText, noteLine, ownLine, stateIcon } from './chatLines';
import type { ConversationParts } from './conversationParts';

type TextEntry = Entry & { readonly kind: 'text' };
type ToolEntry = Entry & { readonly kind: 'tool' };
type PlanEntry = Entry & { readonly kind: 'plan' };

/**
 * Shows one turn in VS Code's chat, where nothing that was shown can be changed: text as it comes, a line for each tool
 * call once it is over, a link for thoughts, the plan at its beginning and at the end of the turn. Where a path leads
 * is judged before it is shown; no file is opened.
 */
export class ChatTurn implements Disposable {
  readonly #agent: string;
  readonly #session: AgentSession;
  readonly #stream: ChatResponseStream;
  readonly #parts: ConversationParts;
  readonly #following: Disposable;
  /** Shows changes one after the other, in the order in which they came. */
  readonly #changes = new ShownChanges((shown) => this.#show(shown));
  #thought: TextEntry | undefined;
  #plan: PlanEntry | undefined;
  readonly #settled = new KeptIds();
  /** Tool calls of this turn that are not over. */
  readonly #begun = new KeptIds();

  constructor(agent: string, session: AgentSession, stream: ChatResponseStream, parts: ConversationParts) {
    this.#agent = agent;
    this.#session = session;
    this.#stream = stream;
    this.#parts = parts;
    this.#following = session.conversation.onDidChange((change) => this.#changes.add(change));
  }

  /** Shows what is still open; resolves once everything that came until now is shown. */
  async end(): Promise<void> {
    // An agent that never stops talking would otherwise keep the turn open.
    this.#following.dispose();
    await this.#changes.settled();
    this.#endThought();
    const open = new Set(this.#begun.all);
    const left = this.#session.conversation.entries.filter(({ id }) => open.has(id));
    for (const entry of left) if (entry.kind === 'tool') await this.#settle(entry);
    if (this.#plan !== undefined) this.#showPlan(this.#plan);
  }

  dispose(): void {
    this.#following.dispose();
  }

  async #show(change: Shown): Promise<void> {
    switch (change.kind) {
      case 'left out':
        this.#endThought();
        this.#stream.markdown(noteLine(leftOutText(change)));
        return;
      case 'grew':
        return this.#text(change.entry, change.text);
      case 'added':
        if (change.entry.kind === 'text') return this.#text(change.entry, change.entry.text);
        this.#endThought();
        return this.#entry(change.entry);
      case 'changed':
        return this.#entry(change.entry);
    }
  }

  #text(entry: TextEntry, text: string): void {
    switch (entry.by) {
      case 'user':
        return;
      case 'thought':
        if (this.#thought === undefined) this.#stream.progress('Thinking');
        this.#thought = entry;
        return;
      case 'agent':
        this.#endThought();
        this.#stream.markdown(agentText(text));
    }
  }

  /** Writes a link that opens the thoughts: the stable API of chat has nothing that can be folded. */
  #endThought(): void {
    const thought = this.#thought;
    if (thought === undefined) return;
    this.#thought = undefined;
    const words = thought.text.split(/\s+/u).filter(Boolean).length;
    const link = this.#parts.linkTo(this.#agent, this.#session, thought, { kind: 'text' });
    this.#stream.markdown(ownLine(`$(lightbulb) [Thoughts, ${words} words](${link})`));
  }

  async #entry(entry: Entry): Promise<void> {
    switch (entry.kind) {
      case 'text':
        return;
      case 'note':
        this.#stream.markdown(noteLine(entry.text));
        return;
      case 'plan':
        if (this.#plan === undefined) this.#showPlan(entry);
        else this.#stream.progress(plainMarkdown(planText(entry.steps)));
        this.#plan = entry;
        return;
      case 'content':
        if (entry.by === 'agent') this.#content(entry);
        return;
      case 'tool':
        if (isOver(entry.call)) await this.#settle(entry);
        else {
          this.#stream.progress(plainMarkdown(entry.call.title));
          this.#begun.add(entry.id);
        }
    }
  }

  #content(entry: Entry & { readonly kind: 'content' }): void {
    const { content } = entry;
    if (content.kind === 'image') {
      const { mimeType, data } = content;
      const link = this.#parts.linkTo(this.#agent, this.#session, entry, { kind: 'image', content });
      this.#stream.markdown(ownLine(`![image](data:${mimeType};base64,${data})`));
      this.#stream.markdown(ownLine(`$(file-media) [Open Image](${link})`));
    } else this.#stream.markdown(ownLine(plainMarkdown(contentText(content), 1000)));
  }

  #showPlan({ steps }: PlanEntry): void {
    const lines = steps.map(({ text, state }) => {
      const box = state === 'completed' ? '[x]' : '[ ]';
      return `- ${box} ${state === 'in_progress' ? `**${plainMarkdown(text)}**` : plainMarkdown(text)}`;
    });
    this.#stream.markdown(ownLine(`$(checklist) ${plainMarkdown(planText(steps))}\n\n${lines.join('\n')}`));
  }

  /** Shows a tool call, once: when it is over, or at the end of the turn. */
  async #settle(entry: ToolEntry): Promise<void> {
    this.#begun.delete(entry.id);
    if (this.#settled.has(entry.id)) return;
    this.#settled.add(entry.id);
    const { call } = entry;
    const state = call.state === 'completed' ? '' : `, ${toolStateText(call.state)}`;
    const head = `${stateIcon(call.state)} ${plainMarkdown(call.title)} (${toolKindText(call.kind)}${state})`;
    const output = this.#hasOutput(call)
      ? ` · [Show Output](${this.#parts.linkTo(this.#agent, this.#session, entry, { kind: 'output' })})`
      : '';
    const lines = [`${head}${output}`];
    for (const [index, each] of call.content.entries()) {
      if (each.kind === 'diff') lines.push(await this.#diff(entry, each, index));
    }
    lines.push(...(await this.#locations(call)));
    this.#stream.markdown(ownLine(lines.join('  \n')));
    for (const each of call.content) {
      if (each.kind === 'content' && each.content.kind === 'image') {
        this.#content({ kind: 'content', id: entry.id, by: 'agent', content: each.content });
      }
    }
  }

  #hasOutput({ content }: ToolCall): boolean {
    return content.some(
      (each) => each.kind === 'terminal' || (each.kind === 'content' && each.content.kind !== 'image'),
    );
  }

  async #diff(entry: ToolEntry, diff: ReportedDiff, index: number): Promise<string> {
    const link = this.#parts.linkTo(this.#agent, this.#session, entry, { kind: 'diff', index });
    const where = (await this.#isInside(diff.path)) ? '' : ' (outside of the folders of this session)';
    return `[Open Diff](${link}) ${plainMarkdown(statText(diff))} · ${plainMarkdown(diff.path)}${where}`;
  }

  /**
   * Adds a reference to each place that exists in a folder of the session.
   * @returns the other places, as text that cannot be opened (zed #63658)
   */
  async #locations({ locations }: ToolCall): Promise<readonly string[]> {
    const outside: string[] = [];
    for (const { path, line } of locations) {
      const judgement = await this.#session.judge(path);
      if (judgement.verdict === 'allow' && judgement.entry !== undefined) {
        const uri = Uri.file(judgement.realPath);
        this.#stream.reference(
          line === undefined ? uri : new Location(uri, new Position(Math.max(line - 1, 0), 0)),
        );
      } else outside.push(`${plainMarkdown(path)} (outside of the folders of this session)`);
    }
    return outside;
  }

  async #isInside(path: string): Promise<boolean> {
    return (await this.#session.judge(path)).verdict === 'allow';
  }
}
