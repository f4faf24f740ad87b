import { deepEqual, ok } from 'node:assert/strict';
import { queryObjects } from 'node:v8';
import { SkippedLine } from '../../../src/node/stdio/skippedLine';

describe('A line that is skipped', () => {
  it('holds nothing of what passes by, however many keys it has', () => {
    const line = new SkippedLine();
    line.push(Buffer.from('{'));
    const held = () => {
      // It collects what nobody holds any more.
      queryObjects(SkippedLine, { format: 'count' });
      return process.memoryUsage().heapUsed;
    };
    const before = held();
    for (let at = 0; at < 40; at += 1)
      line.push(Buffer.from(Array.from({ length: 1000 }, (_, key) => `"key ${at} ${key}":1,`).join('')));
    const grown = held() - before;
    line.push(Buffer.from('"result":{},"id":7}'));
    const { id, message } = line.end();
    deepEqual({ id, message }, { id: 7, message: 'response' });
    ok(grown < 1_000_000, `${grown} bytes for 40,000 keys`);
  });
});
