import { createHash } from 'node:crypto';
import { BoundedMap } from '../boundedMap';
import type { Fingerprint } from '../consent/decision';
import { Emitter } from '../event';
import { sortedKeys } from '../sortedKeys';
import { displayText, startOf, visibleJson } from '../text';
import { recordOf } from '../recordOf';

/** A tool that is new, or described otherwise than before. Everything here is hostile text, made visible. */
export interface ToolChange {
  readonly tool: string;
  /** Undefined for a tool that was not there. */
  readonly before: string | undefined;
  readonly now: string;
}

/** How a tool was described. */
interface Described {
  readonly digest: string;
  /** Undefined where only the digest is kept. */
  readonly text: string | undefined;
}

/** A change to be shown, with the description that it is about. */
interface Changed extends Described {
  readonly change: ToolChange;
}

/** How much of a definition is shown, in characters; what is not shown counts too. */
const longestText = 20_000;

/** How many tools are remembered; one that is forgotten counts as new when it is listed again. */
const mostTools = 20_000;

/** How many characters of descriptions are kept, to be shown beside other ones. */
const mostKnownText = 2_000_000;

/** How many changes are kept at once, and characters of them; once looked at, they make room for the others. */
const mostChanges = { entries: 100, weight: 2_000_000 };

/** The digest of a description that is nested too deeply to be written: it equals none, not even itself. */
const unreadable = 'not readable';

/** Stands for all changes that are not kept. */
const moreChanges: ToolChange = {
  tool: '…',
  before: undefined,
  now: 'More tools are new, or described otherwise, than are kept at once. When you have looked at these, the others are marked as soon as the tools are listed again.',
};

/**
 * Remembers the tools that a server has listed. Whoever read a description, person or model, trusted it; so a server
 * that changes one later, or adds a tool, is marked until somebody has looked (tool poisoning, "rug pull"; facts,
 * section 5). Of tools that have not changed, digests are kept, and texts as far as there is room: a server with other
 * tools at each listing is marked, and fills no memory.
 */
export class ToolMemory {
  readonly #changed = new Emitter<void>();
  #of: Fingerprint | undefined;
  /** The digest of what was said of each tool, by the digest of its name. */
  readonly #known = new BoundedMap<string, string>({ entries: mostTools, weight: Infinity }, () => 0);
  readonly #knownTexts = new BoundedMap<string, string>(
    { entries: mostTools, weight: mostKnownText },
    (text) => text.length,
  );
  readonly #changes = new BoundedMap<string, Changed>(mostChanges, ({ change }) => changeWeight(change));
  #hasMore = false;
  /** The key and the description that each change is about: the name that is shown may be cut. */
  readonly #behind = new WeakMap<ToolChange, readonly [string, Described]>();
  /** Were all tools listed once? Only then can a tool be new. */
  #isWhole = false;

  /** Fires when `changes` has changed. */
  readonly onDidChange = this.#changed.event;

  /** The tools that differ from when they were first listed, or last looked at, by name. */
  get changes(): readonly ToolChange[] {
    const changes = this.#changes.values
      .map(({ change }) => change)
      .toSorted((a, b) => (a.tool < b.tool ? -1 : 1));
    return this.#hasMore ? [...changes, moreChanges] : changes;
  }

  /** Takes the fingerprint of the server. Another fingerprint is another server: nothing is known of its tools. */
  follow(server: Fingerprint | undefined): void {
    if (server === this.#of) return;
    this.#of = server;
    this.#known.clear();
    this.#knownTexts.clear();
    this.#isWhole = false;
    const hadChanges = this.#changes.size > 0 || this.#hasMore;
    this.#changes.clear();
    this.#hasMore = false;
    if (hadChanges) this.#changed.fire();
  }

  /** Takes one answer to `tools/list`, which may be one page of several (MCP, server/tools). */
  take(answer: unknown): void {
    const { tools, nextCursor } = recordOf(recordOf(answer)['result']);
    if (!Array.isArray(tools)) return;
    let isOther = false;
    for (const tool of tools) {
      const { name } = recordOf(tool);
      if (typeof name === 'string') isOther = this.#takeTool(name, tool) || isOther;
    }
    if (nextCursor === undefined) this.#isWhole = true;
    if (isOther) this.#changed.fire();
  }

  /** Somebody has looked at these changes: from now on they are what is known of these tools. */
  accept(shown: readonly ToolChange[]): void {
    let isOther = false;
    for (const change of shown) {
      if (change === moreChanges) {
        isOther ||= this.#hasMore;
        this.#hasMore = false;
      }
      const [key, described] = this.#behind.get(change) ?? [];
      const latest = key === undefined ? undefined : this.#changes.get(key);
      // By now the tool may again be what it was.
      if (key === undefined || described === undefined || latest === undefined) continue;
      isOther = true;
      this.#learn(key, described);
      // By now the tool may have changed once more.
      if (latest.digest === described.digest) this.#changes.delete(key);
      else this.#mark(key, { ...latest, change: { ...latest.change, before: described.text } });
    }
    if (isOther) this.#changed.fire();
  }

  /** @returns whether `changes` has changed */
  #takeTool(name: string, tool: unknown): boolean {
    const key = digestOf(name);
    const { digest, text } = describe(tool);
    const known = this.#known.get(key);
    if (known === undefined && !this.#isWhole) {
      this.#learn(key, { digest, text: text() });
      return false;
    }
    if (known === digest && digest !== unreadable) {
      // Set again, so that tools which are still listed are forgotten last.
      this.#known.set(key, digest);
      return this.#changes.delete(key);
    }
    if (this.#changes.get(key)?.digest === digest) return false;
    if (this.#changes.size >= mostChanges.entries && !this.#changes.has(key)) return this.#markMore();
    const now = text();
    const before = known === undefined ? undefined : (this.#knownTexts.get(key) ?? notKept);
    return this.#mark(key, { digest, text: now, change: { tool: displayText(name, 80), before, now } });
  }

  #learn(key: string, { digest, text }: Described): void {
    this.#known.set(key, digest);
    this.#knownTexts.delete(key);
    if (text !== undefined && this.#knownTexts.weight + text.length <= mostKnownText)
      this.#knownTexts.set(key, text);
  }

  /** Adds a change. If another one had to go for it, there are more than are kept. */
  #mark(key: string, changed: Changed): true {
    const { size } = this.#changes;
    const isAnother = !this.#changes.has(key);
    this.#changes.set(key, changed);
    if (this.#changes.size < size + (isAnother ? 1 : 0)) this.#hasMore = true;
    this.#behind.set(changed.change, [key, { digest: changed.digest, text: changed.text }]);
    return true;
  }

  #markMore(): boolean {
    const isNews = !this.#hasMore;
    this.#hasMore = true;
    return isNews;
  }
}

const notKept = '(how it was described before is not kept: all tools together say too much)';

function changeWeight({ tool, before = '', now }: ToolChange): number {
  return tool.length + before.length + now.length;
}

/** Everything a tool says of itself but `_meta`, which is not for reading. */
function describe(tool: unknown): { readonly digest: string; readonly text: () => string } {
  const { _meta, ...said } = recordOf(tool);
  try {
    const sorted = sortedKeys(said);
    return { digest: digestOf(JSON.stringify(sorted)), text: () => cut(visibleJson(sorted)) };
  } catch {
    // Nested deeper than can be written.
    return { digest: unreadable, text: () => '(not readable)' };
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${startOf(text, longestText)}… (${text.length} characters)`;
}
