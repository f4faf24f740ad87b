import { createHash } from 'node:crypto';
import type { Fingerprint } from '../consent/decision';
import { Emitter } from '../event';
import { sortedKeys } from '../sortedKeys';
import { displayText, visibleJson } from '../text';
import { recordOf } from '../recordOf';

/** A tool that is not what it was when the tools were first used. Everything here is hostile text, made visible. */
export interface ToolChange {
  readonly tool: string;
  /** Undefined for a tool that was not there. */
  readonly before: string | undefined;
  readonly now: string;
}

/** How a tool was described. */
interface Described {
  readonly hash: string;
  readonly text: string;
}

/** Of a definition, in characters; the rest of it counts, but is not shown. */
const longestText = 20_000;

/**
 * What tools a server has said it has. Whoever read a description, person or model, trusted it; a server that
 * describes a tool otherwise later, or brings another one in, is marked until somebody has looked (tool poisoning,
 * "rug pull"; facts, section 5).
 */
export class ToolMemory {
  readonly #changed = new Emitter<void>();
  #of: Fingerprint | undefined;
  #known = new Map<string, Described>();
  #latest = new Map<string, Described>();
  #changes: readonly ToolChange[] = [];
  /** What each change is about: what is shown of a name may not be all of it. */
  readonly #behind = new WeakMap<ToolChange, readonly [string, Described]>();
  /** Were all tools listed once? Only then is one that was not among them new. */
  #isWhole = false;

  /** Fires when the changes are others. */
  readonly onDidChange = this.#changed.event;

  /** The tools that are not what they were at first, or when somebody last looked. */
  get changes(): readonly ToolChange[] {
    return this.#changes;
  }

  /** Another definition is another server: nothing is known of its tools. */
  follow(server: Fingerprint | undefined): void {
    if (server === this.#of) return;
    this.#of = server;
    this.#known = new Map();
    this.#latest = new Map();
    this.#isWhole = false;
    this.#compare();
  }

  /** Takes one answer to `tools/list`, which may be one page of several (MCP, server/tools). */
  take(answer: unknown): void {
    const { tools, nextCursor } = recordOf(recordOf(answer)['result']);
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      const { name } = recordOf(tool);
      if (typeof name !== 'string') continue;
      const described = describe(tool);
      this.#latest.set(name, described);
      if (!this.#isWhole && !this.#known.has(name)) this.#known.set(name, described);
    }
    if (nextCursor === undefined) this.#isWhole = true;
    this.#compare();
  }

  /** Somebody has looked at these changes: from now on that is what these tools are. */
  accept(shown: readonly ToolChange[]): void {
    for (const change of shown) {
      const [name, described] = this.#behind.get(change) ?? [];
      if (name !== undefined && described !== undefined) this.#known.set(name, described);
    }
    this.#compare();
  }

  #compare(): void {
    const before = JSON.stringify(this.#changes);
    this.#changes = [...this.#latest].flatMap(([name, now]): readonly ToolChange[] => {
      const known = this.#known.get(name);
      if (known?.hash === now.hash) return [];
      const change = { tool: displayText(name, 80), before: known?.text, now: now.text };
      this.#behind.set(change, [name, now]);
      return [change];
    });
    if (JSON.stringify(this.#changes) !== before) this.#changed.fire();
  }
}

/** Everything a tool says of itself but `_meta`, which is not for reading. */
function describe(tool: unknown): Described {
  const { _meta, ...said } = recordOf(tool);
  try {
    const sorted = sortedKeys(said);
    const hash = createHash('sha256').update(JSON.stringify(sorted)).digest('base64');
    return { hash, text: cut(visibleJson(sorted)) };
  } catch {
    // Nested deeper than can be written.
    return { hash: 'not readable', text: '(not readable)' };
  }
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}… (${text.length} characters)`;
}
