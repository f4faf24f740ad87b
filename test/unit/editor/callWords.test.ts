import { deepEqual } from 'node:assert/strict';
import { ToolCalls } from '../../../src/core/session/toolCalls';
import { clockText, minuteText } from '../../../src/editor/moments';
import { callLines, callWords } from '../../../src/editor/tree/callWords';

const now = Date.now();
const [second, minute] = [clockText(now), minuteText(now)];

describe('what is said of calls of tools', () => {
  it('is nothing before the first of them', () => {
    deepEqual(callWords(new ToolCalls(), now), { calling: [], last: [] });
    deepEqual(callLines(new ToolCalls()), []);
  });

  it('is how the last one ended', () => {
    const said = (['answered', 'failed', 'cancelled', 'goes on as a task'] as const).map((how) => {
      const calls = new ToolCalls();
      const call = { tool: 'read_file' };
      calls.begin(call, now);
      calls.end(call, how, now);
      return callWords(calls, now + 10_000).last;
    });
    deepEqual(said, [
      [`last call “read_file”, answered ${minute}`],
      [`last call “read_file”, failed ${minute}`],
      [`last call “read_file”, cancelled ${minute}`],
      [`last call “read_file”, a task since ${minute}`],
    ]);
  });

  it('is what takes long, beside the last one; what is answered at once is never shown as under way', () => {
    const calls = new ToolCalls();
    const quick = { tool: 'list' };
    calls.begin(quick, now);
    calls.end(quick, 'answered', now);
    for (const tool of ['search', 'read_file', 'write_file']) calls.begin({ tool }, now);
    const last = [`last call “list”, answered ${minute}`];
    deepEqual(callWords(calls, now + 499), { calling: [], last });
    const calling = [`calling “search” since ${second} and 2 more`];
    deepEqual(callWords(calls, now + 500), { calling, last });
  });

  it('is at length every call under way up to five, and every one that is remembered', () => {
    const calls = new ToolCalls();
    for (let i = 1; i <= 6; i += 1) calls.begin({ tool: `t${i}` }, now);
    const call = { tool: 'list' };
    calls.begin(call, now);
    calls.end(call, 'failed', now);
    deepEqual(callLines(calls), [
      'Calls of tools, the newest first:',
      '  and 1 more under way',
      ...[5, 4, 3, 2, 1].map((i) => `  “t${i}”, under way since ${second}`),
      `  “list”, failed ${second}`,
    ]);
  });

  it('shows a hostile name as plain text of one line (rule 9)', () => {
    const calls = new ToolCalls();
    calls.begin({ tool: `\u202e\nrunning${'x'.repeat(100)}` }, now);
    deepEqual(callWords(calls, now + 500).calling, [
      `calling “\\u202e\\nrunning${'x'.repeat(44)}…” since ${second}`,
    ]);
  });
});
