import { deepEqual } from 'node:assert/strict';
import { parsedMessages } from '../../../src/node/session/parsedMessages';
import { CappedLines } from '../../../src/node/stdio/cappedLines';

describe('Lines for a log', () => {
  it('say of what cannot be written out that it cannot', () => {
    const lines = new CappedLines();
    const said: string[] = [];
    lines.onLine((line) => said.push(line));
    const deep = Buffer.from(`[${'['.repeat(50_000)}${']'.repeat(50_000)}]`);
    const { value } = parsedMessages.take(deep).values.next();
    lines.say(() => (value?.kind === 'noise' ? value.text() : ''));
    lines.say(() => 'the next one');
    lines.end();
    deepEqual(said, ['(something that cannot be shown)', 'the next one']);
  });
});
