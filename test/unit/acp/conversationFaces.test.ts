import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { Conversation } from '../../../src/core/acp/conversation/conversation';
import { diffStat } from '../../../src/core/acp/conversation/diffStat';
import { LineEditor } from '../../../src/core/acp/conversation/lineEditor';
import { plainMarkdown } from '../../../src/core/acp/conversation/plainMarkdown';
import { cellAfter } from '../../../src/core/acp/conversation/terminalCells';
import { TerminalFace } from '../../../src/core/acp/conversation/terminalFace';
import { mannerText } from '../../../src/core/acp/conversation/words';

const typed = (...data: readonly string[]) => {
  const editor = new LineEditor();
  const outcomes = data.flatMap((each) => editor.type(each));
  return { outcomes, text: editor.text, before: editor.beforeCursor };
};
/** What the terminal face adds to texts. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
const line = (text: string) => ({ kind: 'line', text });

describe('A line that is typed in the terminal of an agent', () => {
  it('is sent by Enter, and edited by the keys that terminals know', () => {
    deepEqual(typed('helo', '\u001b[D', 'l', '\u0005', '!', '\r').outcomes, [line('hello!')]);
    deepEqual(typed('one two', '\u0017', '2', '\u0001', '0 ', '\r').outcomes, [line('0 one 2')]);
    deepEqual(typed('ab', '\u007f', '\u007f', '\u007f', 'c', '\u001b[D', '\u001b[3~', '\r').outcomes, [
      line(''),
    ]);
    deepEqual(typed('abc', '\u001b[D', '\u000b', '\u0015', 'x', '\r').outcomes, [line('x')]);
  });

  it('keeps the line breaks that are pasted, also when the paste comes in pieces', () => {
    deepEqual(typed('a \u001b[200~one\r\ntwo\rthr', 'ee\u001b[201~', '\r').outcomes, [
      line('a one\ntwo\nthree'),
    ]);
    deepEqual(typed('one', '\u001b\r', 'two\r').outcomes, [line('one\ntwo')]);
  });

  it('has nothing in it that would act on a terminal, whatever is pasted', () => {
    deepEqual(typed('\u001b[200~a\u001b[2Jb\u0007\u001b[201~\r').outcomes, [line('a[2Jb')]);
    deepEqual(typed('\u001b[5~a\u001b[1;5C\u0000b\r').outcomes, [line('ab')]);
  });

  it('is moved through by what is seen as one character', () => {
    deepEqual(typed('e\u0301👩‍👩‍👧x', '\u001b[D', '\u007f').text, 'e\u0301x');
    deepEqual(typed('日本', '\u001b[D').before, '日');
  });

  it('can be called back, and is interrupted or ended by the keys for that', () => {
    const outcomes = typed('one\r', 'two\r', '\u001b[A\u001b[A\r', 'x\u0003', '\u0004').outcomes;
    deepEqual(outcomes, [
      line('one'),
      line('two'),
      line('one'),
      { kind: 'interrupt', text: 'x' },
      { kind: 'end' },
    ]);
  });

  it('never throws, and its cursor stays within it', () => {
    const keys = fc.constantFrom(
      'a',
      '日',
      '\u001b[D',
      '\u001b[C',
      '\u007f',
      '\u001b[3~',
      '\u0017',
      '\u001b[A',
      '\u001b[200~',
      '\u001b[201~',
      '\u001b',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(keys, fc.string())), (all) => {
        const { text, before } = typed(...all);
        ok(text.startsWith(before));
        ok(!/(?!\n)\p{Cc}/u.test(text));
      }),
    );
  });

  it('takes two cells of the terminal for a wide character, and begins a new row where it must', () => {
    deepEqual(cellAfter('› ab', 10), { row: 0, column: 4 });
    deepEqual(cellAfter('日本語', 10), { row: 0, column: 6 });
    deepEqual(cellAfter('a日本', 4), { row: 1, column: 2 });
    deepEqual(cellAfter('abcd', 4), { row: 1, column: 0 });
    deepEqual(cellAfter('👍e\u0301', 10), { row: 0, column: 3 });
  });
});

describe('A conversation in a terminal', () => {
  function written(...updates: readonly Parameters<Conversation['take']>[0][]): string {
    const conversation = new Conversation();
    const face = new TerminalFace();
    let all = '';
    conversation.onDidChange((change) => (all += face.of(change)));
    for (const update of updates) conversation.take(update);
    return all;
  }
  const text = (kind: string, words: string) => ({
    sessionUpdate: kind,
    content: { type: 'text', text: words },
  });

  it('shows text as it comes, and thoughts dimmed', () => {
    equal(
      written(
        text('agent_thought_chunk', 'hm'),
        text('agent_message_chunk', 'one\n'),
        text('agent_message_chunk', 'two'),
      ),
      '\u001b[2mhm\u001b[22m\r\none\r\ntwo',
    );
  });

  it('never lets what others wrote act on the terminal', () => {
    const evil = 'a\u001b]0;owned\u0007\u001b[2J\r\u009b31mb\u202e';
    const shown = written(
      text('agent_message_chunk', evil),
      text('agent_thought_chunk', evil),
      { sessionUpdate: 'plan', entries: [{ content: evil, priority: 'high', status: 'pending' }] },
      {
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: evil,
        status: 'failed',
        content: [
          { type: 'content', content: { type: 'text', text: evil } },
          { type: 'diff', path: evil, newText: '' },
        ],
      },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'resource_link', name: evil, uri: evil } },
      { sessionUpdate: 'notice', title: evil },
    );
    // What is left are colours of ours and line ends.
    const rest = shown.replaceAll(colours, '').replaceAll('\r\n', '');
    equal(/[\p{Cc}\p{Cf}]/u.test(rest), false);
    match(rest, /a\\u001b\]0;owned/);
  });

  it('shows a call once, at its end, with what it changes', () => {
    const call = {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'Edit',
      kind: 'edit',
      status: 'in_progress',
    };
    const diff = { type: 'diff', path: '/w/a.txt', oldText: 'a\nb\n', newText: 'a\nc\nd\n' };
    const done = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', content: [diff] };
    equal(written(call, done, done).replaceAll(colours, ''), '● Edit (edit, done)\r\n  /w/a.txt +2 −1\r\n');
  });
});

describe('What an agent tells, in words', () => {
  it('counts the lines of a change that are added and taken away', () => {
    const stat = (oldText: string | undefined, newText: string) => {
      const { added, removed } = diffStat({ oldText, newText });
      return [added, removed];
    };
    deepEqual(stat(undefined, 'a\nb'), [2, 0]);
    deepEqual(stat('a\nb\nc\n', 'a\nx\nc\n'), [1, 1]);
    deepEqual(stat('a\nb\nc\nd', 'b\nc\nd\ne'), [1, 1]);
    deepEqual(stat('a\n', ''), [0, 1]);
    deepEqual(stat('same', 'same'), [0, 0]);
    const many = (first: string) => `${first}\n${'x\ny\n'.repeat(3000)}${first}`;
    deepEqual(stat(many('a'), many('b')), [6002, 6002]);
  });

  it('is nothing but itself in Markdown', () => {
    equal(
      plainMarkdown('[run](command:x) ![i](http://x) $(check) <b> `c`\n# t'),
      '\\[run\\]\\(command\\:x\\) \\!\\[i\\]\\(http\\:\\/\\/x\\) &#36;\\(check\\) \\<b\\> \\`c\\`\\\\n\\# t'.replaceAll(
        '\\/',
        '/',
      ),
    );
  });

  it('says in what manner it works: options take the place of modes', () => {
    const conversation = new Conversation();
    equal(mannerText(conversation.settings), '');
    conversation.opened({
      modes: { current: 'a', available: [{ value: 'a', name: 'Ask', description: undefined }] },
    });
    equal(mannerText(conversation.settings), 'Ask');
    const none = { description: undefined, category: undefined };
    conversation.opened({ options: [{ kind: 'boolean', id: 'w', name: 'Web', ...none, current: false }] });
    equal(mannerText(conversation.settings), 'Web: off');
  });
});
