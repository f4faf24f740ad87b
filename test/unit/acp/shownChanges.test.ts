import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Conversation } from '../../../src/core/acp/conversation/conversation';
import { leftOutText, ShownChanges, type Shown } from '../../../src/core/acp/conversation/shownChanges';

type Update = Parameters<Conversation['take']>[0];

const says = (text: string, messageId = 'a'): Update => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  messageId,
});
const calls = (status: string): Update => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 't',
  title: 'Read',
  status,
});

/** An agent that says something, and a face that shows the first change only once it is let go. */
class Bench {
  readonly conversation = new Conversation();
  readonly shown: Shown[] = [];
  readonly changes: ShownChanges;
  #letGo: () => void = () => undefined;
  #held: Promise<void> | undefined = new Promise((resolve) => (this.#letGo = resolve));

  constructor(show: (shown: Shown) => void = () => undefined) {
    this.changes = new ShownChanges(async (shown) => {
      await this.#held;
      show(shown);
      this.shown.push(shown);
    });
    this.conversation.onDidChange((change) => this.changes.add(change));
  }

  /** The agent says all of it while the first of it is being shown. */
  async hear(first: Update, ...others: readonly Update[]): Promise<void> {
    this.conversation.take(first);
    await turn();
    for (const each of others) this.conversation.take(each);
  }

  async letGo(): Promise<void> {
    this.#held = undefined;
    this.#letGo();
    await this.changes.settled();
  }

  get texts(): readonly string[] {
    return this.shown.map((each) => {
      if (each.kind === 'left out') return leftOutText(each);
      if (each.kind === 'grew') return `+ ${each.text}`;
      return each.entry.kind === 'text' ? each.entry.text : each.entry.kind;
    });
  }
}

const longest = 1024 * 1024;

describe('What an agent says, on its way to a face that takes its time', () => {
  it('is shown one after another, in order, and text that waits in one piece', async () => {
    const bench = new Bench();
    const others = [says('b'), says('c'), says('d', 'e'), says('f', 'e'), calls('completed'), says('g', 'e')];
    await bench.hear(says('a'), ...others);
    deepEqual(bench.texts, []);
    await bench.letGo();
    deepEqual(bench.texts, ['a', '+ bc', 'df', 'tool', 'g']);
    await bench.hear(says('h', 'e'));
    await bench.changes.settled();
    deepEqual(bench.texts.at(-1), '+ h');
  });

  it('waits in a bounded number, and what is left out is said in its place (rule 15)', async () => {
    const bench = new Bench();
    await bench.hear(calls('pending'), ...Array.from({ length: 5000 }, () => calls('in_progress')));
    await bench.letGo();
    equal(bench.shown.length, 1002);
    deepEqual(bench.texts.at(-1), leftOutText({ kind: 'left out', count: 4000 }));
    await bench.hear(calls('completed'));
    await bench.changes.settled();
    deepEqual(bench.texts.at(-1), 'tool');
  });

  it('waits with a bounded weight, also text that grows between other changes (rule 15)', async () => {
    const bench = new Bench();
    const pieces = Array.from({ length: 100 }, (_, at) => [
      says(String(at % 10).repeat(longest / 100)),
      calls('in_progress'),
    ]);
    await bench.hear(says('a'), ...pieces.flat(), says('b'.repeat(longest), 'c'));
    await bench.hear(
      says('d', 'e'),
      ...Array.from({ length: 40 }, (_, at) => says('f'.repeat(longest), `${at}`)),
    );
    await bench.letGo();
    const held = bench.shown
      .slice(1)
      .reduce(
        (sum, each) =>
          sum + (each.kind !== 'left out' && each.entry.kind === 'text' ? each.entry.text.length : 0),
        0,
      );
    ok(held > 15 * longest && held <= 16 * longest, String(held));
    ok(bench.shown.some(({ kind }) => kind === 'left out'));
  });

  it('is no more once showing it has failed: nothing is kept, and who waits for it is told', async () => {
    const bench = new Bench(() => {
      throw new Error('the chat is closed');
    });
    await bench.hear(says('a'), calls('pending'));
    await rejects(bench.letGo(), /the chat is closed/u);
    await bench.hear(calls('completed'));
    await rejects(bench.changes.settled(), /the chat is closed/u);
    deepEqual(bench.shown, []);
  });
});
