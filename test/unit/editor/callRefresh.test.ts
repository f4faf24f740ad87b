import { deepEqual, equal } from 'node:assert/strict';
import { ToolCalls } from '../../../src/core/session/toolCalls';
import { CallRefresh } from '../../../src/editor/tree/callRefresh';
import { FakeClock } from '../consent/fakes';

/** A line that is drawn as the tree draws lines. */
class Line {
  readonly calls = new ToolCalls();
  readonly clock = new FakeClock();
  readonly drawn: (readonly string[])[] = [];
  readonly refresh = new CallRefresh<Line>(this.clock, (line) => line.draw());

  constructor() {
    this.calls.onDidChange(() => this.refresh.called(this));
  }

  draw(): void {
    const { calling, last } = this.refresh.words(this);
    this.drawn.push([...calling, ...last].map((text) => text.split(' ').slice(0, 3).join(' ')));
  }

  call(tool: string): () => void {
    const call = { tool };
    this.calls.begin(call, this.clock.now());
    return () => this.calls.end(call, 'answered', this.clock.now());
  }
}

describe('lines are drawn for calls of tools', () => {
  it('once for however many there are in half a second', () => {
    const line = new Line();
    for (let i = 0; i < 1000; i += 1) line.call('read')();
    deepEqual([line.drawn, line.clock.waits], [[], [500]]);
    line.clock.pass(500);
    deepEqual(line.drawn, [['last call “read”,']]);
  });

  it('not at all where they read as they did', () => {
    const line = new Line();
    for (let round = 0; round < 4; round += 1) {
      line.call('read')();
      line.clock.pass(500);
    }
    equal(line.drawn.length, 1);
  });

  it('when one takes long, and when it is over, and never between', () => {
    const line = new Line();
    const end = line.call('search');
    line.clock.pass(500);
    deepEqual(line.drawn, [['calling “search” since']]);
    deepEqual(line.clock.waits, [], 'nothing ticks');
    line.clock.pass(60_000);
    end();
    line.clock.pass(500);
    deepEqual(line.drawn.slice(1), [['last call “search”,']]);
    deepEqual(line.clock.waits, []);
  });

  it('looks again for one that had just begun', () => {
    const line = new Line();
    line.call('read')();
    line.clock.pass(499);
    line.call('search');
    line.clock.pass(1);
    line.clock.pass(500);
    deepEqual(line.drawn, [['last call “read”,'], ['calling “search” since', 'last call “read”,']]);
    deepEqual(line.clock.waits, []);
  });

  it('again when something else had them drawn meanwhile', () => {
    const line = new Line();
    line.call('read')();
    line.clock.pass(500);
    const end = line.call('read');
    line.clock.time += 499;
    end();
    const slow = line.call('read');
    line.clock.time += 600;
    line.draw();
    slow();
    line.clock.pass(0);
    deepEqual(line.drawn, [
      ['last call “read”,'],
      ['calling “read” since', 'last call “read”,'],
      ['last call “read”,'],
    ]);
  });

  it('no more once the view is gone', () => {
    const line = new Line();
    line.call('read')();
    line.refresh.dispose();
    line.clock.pass(500);
    deepEqual([line.drawn, line.clock.waits], [[], []]);
  });
});
