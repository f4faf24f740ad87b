import { deepEqual, equal } from 'node:assert/strict';
import { ToolCalls } from '../../../src/core/session/toolCalls';

describe('ToolCalls', () => {
  it('tells the calls that are under way, the oldest first, and those that are over, the newest first', () => {
    const calls = new ToolCalls();
    const [read, search, write] = [{ tool: 'read' }, { tool: 'search' }, { tool: 'write' }];
    [read, search, write].forEach((call, i) => calls.begin(call, i));
    calls.end(search, 'failed', 10);
    calls.end(read, 'answered', 11);
    deepEqual(calls.open, [{ tool: 'write', since: 2 }]);
    deepEqual(calls.ended, [
      { tool: 'read', at: 11, how: 'answered' },
      { tool: 'search', at: 10, how: 'failed' },
    ]);
  });

  it('tells two calls of one tool apart', () => {
    const calls = new ToolCalls();
    const [first, second] = [{ tool: 'read' }, { tool: 'read' }];
    calls.begin(first, 1);
    calls.begin(second, 2);
    calls.end(first, 'cancelled', 3);
    deepEqual(calls.open, [{ tool: 'read', since: 2 }]);
  });

  it('ends each call once, and none that it was not told of', () => {
    const calls = new ToolCalls();
    const call = { tool: 'read' };
    calls.begin(call, 1);
    calls.end(call, 'cancelled', 2);
    calls.end(call, 'answered', 3);
    calls.end({ tool: 'read' }, 'answered', 4);
    deepEqual(calls.ended, [{ tool: 'read', at: 2, how: 'cancelled' }]);
  });

  it('tells that there is something new once, until somebody has looked', () => {
    const calls = new ToolCalls();
    let heard = 0;
    calls.onDidChange(() => (heard += 1));
    for (const look of [() => calls.open, () => calls.ended]) {
      for (let i = 0; i < 100; i += 1) {
        const call = { tool: 'read' };
        calls.begin(call, i);
        calls.end(call, 'answered', i);
      }
      look();
    }
    equal(heard, 2);
    calls.begin({ tool: 'read' }, 1);
    equal(heard, 3);
  });

  it('remembers five that are over, and no more of a name than can be shown', () => {
    const calls = new ToolCalls();
    for (let i = 0; i < 7; i += 1) {
      const call = { tool: `${i}${'x'.repeat(100_000)}` };
      calls.begin(call, i);
      calls.end(call, 'answered', i);
    }
    deepEqual(
      calls.ended.map(({ tool }) => [tool.slice(0, 1), tool.length]),
      ['6', '5', '4', '3', '2'].map((name) => [name, 200]),
    );
  });
});
