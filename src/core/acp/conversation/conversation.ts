import { Emitter } from '../../event';
import type { AgentCommand, AgentModes, AgentOption, OpeningSettings } from './agentSettings';
import { longestText, type Content } from './content';
import { startOf } from '../../text';
import { entryWeight, grown, type Entry, type Said } from './entry';
import { mostEntries } from './keptIds';
import { isOver, newToolCall, type ToolCall, type ToolCallChange } from './toolCall';
import { turnEndText } from './turnEnd';
import { readUpdate, type Speaker, type Usage } from './updates';

/** What can be set for a session, its title, and its usage, as the agent reported them last. */
export interface ConversationSettings {
  readonly commands: readonly AgentCommand[];
  readonly modes: AgentModes | undefined;
  readonly options: readonly AgentOption[];
  /** Fit to be shown. */
  readonly title: string | undefined;
  readonly usage: Usage | undefined;
}

/** One change of a conversation. */
export type ConversationChange =
  | { readonly kind: 'added'; readonly entry: Entry }
  /** This text was appended to the entry; nothing else changed. */
  | { readonly kind: 'grew'; readonly entry: Entry & { kind: 'text' }; readonly text: string }
  | { readonly kind: 'changed'; readonly entry: Entry }
  | { readonly kind: 'settings' };

/** How many characters all entries together may have. */
const mostWeight = 32 * 1024 * 1024;

/**
 * One conversation with an agent, built from the updates that the agent sends, in their order. The chunks of one
 * message are one entry; a tool call and its updates are one entry, whichever comes first; a new plan replaces the
 * previous one of the same turn. Does no I/O, has no clock, and never throws, whatever an agent sends. Its memory is
 * bounded: the oldest entries are dropped, and a text that is too long is cut.
 */
export class Conversation {
  readonly #changed = new Emitter<ConversationChange>();
  readonly #entries: Entry[] = [];
  readonly #tools = new Map<string, number>();
  #settings: ConversationSettings = {
    commands: [],
    modes: undefined,
    options: [],
    title: undefined,
    usage: undefined,
  };
  #nextId = 0;
  #weight = 0;
  #plan: number | undefined;
  #isLive = false;

  /** Fires after every change. */
  readonly onDidChange = this.#changed.event;

  /** Oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** How much memory the entries take, in characters. Bounded, unless the newest entry alone exceeds the bound. */
  get weight(): number {
    return this.#weight;
  }

  /** How many entries were dropped; they were the oldest. */
  get dropped(): number {
    return this.#nextId - this.#entries.length;
  }

  get settings(): ConversationSettings {
    return this.#settings;
  }

  /** The tool call with this id; undefined where there is none, or its entry was dropped. */
  tool(toolCallId: string): ToolCall | undefined {
    const entry = this.#at(this.#tools.get(toolCallId));
    return entry?.kind === 'tool' ? entry.call : undefined;
  }

  /** Takes an update of the agent; also before a turn began, or after it was stopped. */
  take(update: { readonly sessionUpdate: string; readonly [field: string]: unknown }): void {
    const read = readUpdate(update);
    switch (read?.kind) {
      case undefined:
        return;
      case 'chunk':
        // Some agents repeat the message that the user has just sent.
        if (read.by === 'user' && this.#isLive) return;
        if (read.by === 'user') this.#plan = undefined;
        return this.#say(read.by, read.content, read.message);
      case 'tool':
        return this.#toolChanged(read.change);
      case 'plan':
        return this.#planned({ kind: 'plan', steps: read.steps });
      case 'notice':
        return this.note(read.text);
      case 'commands':
        return this.#set({ commands: read.commands });
      case 'options':
        return this.#set({ options: read.options });
      case 'title':
        return this.#set({ title: read.title ?? undefined });
      case 'usage':
        return this.#set({ usage: read.usage });
      case 'mode':
        return this.#set({
          modes: { available: this.#settings.modes?.available ?? [], current: read.mode },
        });
    }
  }

  /** The agent has opened the session, or has answered a change of a setting. */
  opened({ modes, options }: OpeningSettings): void {
    if (modes === undefined && options === undefined) return;
    this.#set({ ...(modes && { modes }), ...(options && { options }) });
  }

  /** A turn begins with a message of the user. */
  asked(contents: readonly Content[]): void {
    this.#plan = undefined;
    // A new id each time, so that the same message sent twice makes two entries.
    const message = `asked ${this.#nextId}`;
    for (const content of contents) this.#say('user', content, message);
    this.#isLive = true;
  }

  /** A sentence for the user, fit to be shown. */
  note(text: string): void {
    this.#add({ kind: 'note', text });
  }

  /**
   * The user has stopped the turn: unfinished tool calls count as cancelled, unless the agent sends more about them.
   */
  cancelled(): void {
    for (const entry of this.#entries) {
      if (entry.kind !== 'tool' || isOver(entry.call)) continue;
      this.#replace({ ...entry, call: { ...entry.call, state: 'cancelled' } });
    }
  }

  /**
   * The turn is over.
   * @param stopReason the agent's; undefined where the turn failed, which the caller reports itself
   */
  ended(stopReason: string | undefined): void {
    this.#isLive = false;
    const text = stopReason === undefined ? undefined : turnEndText(stopReason);
    if (text !== undefined) this.note(text);
  }

  #say(by: Speaker, content: Content, message: string | undefined): void {
    if (content.kind !== 'text') return this.#add({ kind: 'content', by, content });
    const { text } = content;
    const last = this.#entries.at(-1);
    const goesOn =
      last?.kind === 'text' &&
      last.by === by &&
      (message === undefined || last.message === undefined || message === last.message);
    if (!goesOn) {
      const isCut = text.length > longestText;
      return this.#add({ kind: 'text', by, text: startOf(text, longestText), message, isCut });
    }
    if (last.isCut) return;
    const entry = grown({ ...last, message: last.message ?? message }, text);
    this.#entries[this.#entries.length - 1] = entry;
    const added = entry.text.length - last.text.length;
    this.#weight += entryWeight(entry) - entryWeight(last);
    this.#trim();
    this.#changed.fire({ kind: 'grew', entry, text: text.slice(0, added) });
  }

  #toolChanged(change: ToolCallChange): void {
    const entry = this.#at(this.#tools.get(change.toolCallId));
    if (entry?.kind === 'tool') return this.#replace({ ...entry, call: { ...entry.call, ...change } });
    this.#tools.set(change.toolCallId, this.#nextId);
    this.#add({ kind: 'tool', call: newToolCall(change) });
  }

  #planned(said: Said & { kind: 'plan' }): void {
    const entry = this.#at(this.#plan);
    if (entry?.kind === 'plan') return this.#replace({ ...entry, ...said });
    this.#plan = this.#nextId;
    this.#add(said);
  }

  #add(said: Said): void {
    const entry = { ...said, id: this.#nextId };
    this.#nextId += 1;
    this.#entries.push(entry);
    this.#weight += entryWeight(entry);
    this.#trim();
    this.#changed.fire({ kind: 'added', entry });
  }

  #replace(entry: Entry): void {
    const index = entry.id - this.dropped;
    const before = this.#entries[index];
    if (before === undefined) return;
    this.#entries[index] = entry;
    this.#weight += entryWeight(entry) - entryWeight(before);
    this.#trim();
    this.#changed.fire({ kind: 'changed', entry });
  }

  #set(settings: Partial<ConversationSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#changed.fire({ kind: 'settings' });
  }

  /** Ids are consecutive, so that the place of an entry follows from its id and the number of dropped ones. */
  #at(id: number | undefined): Entry | undefined {
    return id === undefined || id < this.dropped ? undefined : this.#entries[id - this.dropped];
  }

  /** The newest entry is never dropped. */
  #trim(): void {
    while (this.#entries.length > 1 && (this.#entries.length > mostEntries || this.#weight > mostWeight)) {
      const oldest = this.#entries.shift();
      if (oldest === undefined) return;
      this.#weight -= entryWeight(oldest);
      if (oldest.kind === 'tool') this.#tools.delete(oldest.call.toolCallId);
    }
  }
}
