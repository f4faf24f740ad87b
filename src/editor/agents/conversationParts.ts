import path from 'node:path';
import { commands } from 'vscode';
import type { Content } from '../../core/acp/conversation/content';
import type { Entry } from '../../core/acp/conversation/entry';
import { toolTexts } from '../../core/acp/conversation/words';
import { UserError } from '../../core/errors';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayLines, displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import { ContentFiles } from '../features/contentFiles';
import type { CommandId } from '../ids';

/** The scheme of documents with what agents reported. */
const scheme = 'mcp-roots-agent';

/** How many links are kept; older ones open nothing any more. */
const mostHandles = 2000;

/** A part of an entry that can be opened by itself. */
export type Part =
  | { readonly kind: 'text' }
  | { readonly kind: 'output' }
  | { readonly kind: 'diff'; readonly index: number }
  | { readonly kind: 'image'; readonly content: Content & { readonly kind: 'image' } };

interface Held {
  readonly agent: string;
  readonly session: AgentSession;
  readonly entry: number;
  readonly part: Part;
}

/**
 * Opens parts of a conversation: thoughts, outputs, images, and changes of files in the diff editor. Everything shown
 * is the agent's own report, held in memory; no file is ever read for it. Links carry a number and nothing of what an
 * agent wrote.
 */
export class ConversationParts implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #files = this.#lifetime.add(new ContentFiles(scheme));
  readonly #held = new Map<number, Held>();
  #last = 0;

  /** A link that opens a part of an entry, for a line of `ownLine`. */
  linkTo(agent: string, session: AgentSession, entry: Entry, part: Part): string {
    this.#last += 1;
    this.#held.set(this.#last, { agent, session, entry: entry.id, part });
    this.#held.delete(this.#last - mostHandles);
    return `command:${'mcpRoots.openAgentPart' satisfies CommandId}?${encodeURIComponent(`[${this.#last}]`)}`;
  }

  /** Opens the part behind a link. @throws {UserError} when it is not kept any more */
  async open(handle: unknown): Promise<void> {
    const held = typeof handle === 'number' ? this.#held.get(handle) : undefined;
    const entry = held?.session.conversation.entries.find(({ id }) => id === held.entry);
    if (held === undefined || entry === undefined) {
      throw new UserError('This part of the conversation is not kept any more. Ask the agent again.');
    }
    const { agent, part } = held;
    switch (part.kind) {
      case 'text':
        return this.#show(agent, 'thoughts.md', entry.kind === 'text' ? displayLines(entry.text) : '');
      case 'output':
        return this.#show(agent, 'output.txt', outputOf(entry, held.session));
      case 'image': {
        const { mimeType, data } = part.content;
        const name = `image.${mimeType.replace('image/', '')}`;
        return this.#show(agent, name, Buffer.from(data, 'base64'));
      }
      case 'diff':
        return this.#showDiff(agent, entry, part.index);
    }
  }

  dispose(): void {
    this.#held.clear();
    this.#lifetime.dispose();
  }

  async #show(agent: string, name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const [uri] = this.#files.hold(agent, [{ name, bytes }], new Lifetime());
    await commands.executeCommand('vscode.open', uri, { preview: true });
  }

  async #showDiff(agent: string, entry: Entry, index: number): Promise<void> {
    const diff = entry.kind === 'tool' ? entry.call.content[index] : undefined;
    if (diff?.kind !== 'diff') throw new UserError('This change is not kept any more. Ask the agent again.');
    // Only the name of the file, by which the editor finds the language; the title has the path.
    const name = displayText(path.basename(diff.path), 100).replaceAll(/[\\/?#%]/gu, '_') || 'file';
    const sides = [diff.oldText ?? '', diff.newText].map((text) => ({ name, bytes: Buffer.from(text) }));
    const [before, after] = this.#files.hold(agent, sides, new Lifetime());
    const title = `${displayText(diff.path, 200)} (as ${displayText(agent, 40)} reports it)`;
    await commands.executeCommand('vscode.diff', before, after, title, { preview: true });
  }
}

function outputOf(entry: Entry, { terminals }: AgentSession): string {
  if (entry.kind !== 'tool') return '';
  const outputs = entry.call.content.flatMap((each) => {
    if (each.kind !== 'terminal') return [];
    const answer = terminals?.output(each.terminalId);
    return answer?.kind === 'done' ? answer.value.output : [];
  });
  return [...toolTexts(entry.call), ...outputs].map((text) => displayLines(text)).join('\n\n');
}
