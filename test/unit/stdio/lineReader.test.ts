import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { LineReader, type Line } from '../../../src/node/stdio/lineReader';

/** Lines as plain values. */
const shown = (line: Line) => (line.kind === 'line' ? line.bytes.toString('latin1') : line);

async function read(chunks: readonly (string | Buffer)[], limit = 1000): Promise<unknown[]> {
  const source = new PassThrough();
  const lines: unknown[] = [];
  const reader = new LineReader(source, limit, (line) => lines.push(shown(line)));
  for (const chunk of chunks) source.write(chunk, 'latin1');
  source.end();
  await reader.ended;
  return lines;
}

/** Cuts a text at the given places. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

const tooLong = (bytes: number, id?: unknown, message?: string) => ({ kind: 'too long', bytes, id, message });

describe('the line reader', () => {
  it('gives whole lines without their ends, LF or CRLF, empty ones too', async () => {
    assert.deepEqual(await read(['a\r\n', '\n', 'b\rc\n\r\n', 'd', 'e\n']), ['a', '', 'b\rc', '', 'de']);
  });

  it('gives the same lines however they come in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '"', '{', 'é'), maxLength: 30 })),
        fc.array(fc.nat(1000)),
        fc.integer({ min: 1, max: 20 }),
        async (parts, places, limit) => {
          const text = parts.join('\n');
          assert.deepEqual(await read(cut(text, places), limit), await read([text], limit));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('drops half a line at the end, and says so', async () => {
    assert.deepEqual(await read(['a\n{"id":']), ['a', { kind: 'half', bytes: 6 }]);
    assert.deepEqual(await read(['x'.repeat(11)], 10), [{ kind: 'half', bytes: 11 }]);
  });

  it('takes a line of exactly the limit and skips a longer one up to its end', async () => {
    const [full, over] = ['x'.repeat(10), 'y'.repeat(11)];
    assert.deepEqual(await read([`${full}\n${over}\n`, over.slice(1), `y\n${full}\n`], 10), [
      full,
      tooLong(11),
      tooLong(11),
      full,
    ]);
  });

  it('finds the top-level id and the kind of message in what it skips, wherever they stand', async () => {
    const long = 'z'.repeat(60);
    const cases: readonly (readonly [string, unknown, string | undefined])[] = [
      [`{"result":{"id":1,"x":"${long}"},"jsonrpc":"2.0","id":3}`, 3, 'response'],
      [`{"id":"a\\"b","jsonrpc":"2.0","error":{"message":"${long}"}}`, 'a"b', 'response'],
      [` { "id" : 7 , "method":"m","params":["${long}",{"id":8}]}`, 7, 'request'],
      [`{"method":"m","params":{"id":1,"text":"\\",\\"id\\":2,${long}\\\\"}}`, undefined, 'notification'],
      [`{"${long}":1,"\\u0069d":5,"result":[[],{"a":{}}]}`, 5, 'response'],
      [`{"id":1,"result":"${long}","id":-2.5e1}`, -25, 'response'],
      [`{"id":null,"result":"${long}"}`, undefined, 'response'],
      [`{"id":{"a":1},"result":"${long}"}`, undefined, 'response'],
      [`{"id":"${'i'.repeat(3000)}","result":1}`, undefined, 'response'],
      [`[{"id":1,"result":"${long}"}]`, undefined, 'batch'],
      [`"id":1,"result":"${long}"`, undefined, undefined],
      [`{"jsonrpc":"2.0","id":12,"x":"${long}"}`, 12, undefined],
      [`}}]],{"id":1,"result":"${long}"}`, undefined, undefined],
    ];
    const found = await read([cases.map(([line]) => `${line}\n`).join('')], 50);
    assert.deepEqual(
      found,
      cases.map(([line, id, message]) => tooLong(line.length, id, message)),
    );
  });

  it('finds the same in what it skips however it comes in pieces', async () => {
    const json = fc.json({ maxDepth: 3 });
    await fc.assert(
      fc.asyncProperty(json, fc.string(), fc.array(fc.nat(10_000)), async (value, id, places) => {
        const line = `{"result":${value},"id":${JSON.stringify(id)},"jsonrpc":"2.0"}`;
        const bytes = Buffer.from(line).toString('latin1');
        assert.deepEqual(await read([...cut(bytes, places), '\n'], 10), [
          tooLong(bytes.length, id, 'response'),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a 50 MB line in small pieces', async () => {
    const piece = Buffer.alloc(1000, 'x');
    const [line] = await read([...Array.from({ length: 50_000 }, () => piece), '\n'], 50_000_000);
    assert.equal(typeof line === 'string' && line.length, 50_000_000);
  });

  it('reads nothing more while it is paused, and goes on with the next line', async () => {
    const source = new PassThrough({ highWaterMark: 10 });
    const lines: unknown[] = [];
    const reader = new LineReader(source, 1000, (line) => {
      lines.push(shown(line));
      reader.pause();
    });
    source.write('a\nb\n');
    let written = 0;
    while (source.write('c\n')) written += 1;
    for (let turns = 0; turns < 10; turns += 1) await turn();
    assert.deepEqual([lines, source.writableNeedDrain, written < 20], [['a'], true, true]);
    reader.resume();
    for (let turns = 0; turns < 10; turns += 1) await turn();
    assert.deepEqual([lines, source.writableNeedDrain], [['a', 'b'], true]);
    reader.dispose();
    await reader.ended;
    for (let turns = 0; turns < 10; turns += 1) await turn();
    assert.deepEqual([lines, source.writableNeedDrain], [['a', 'b'], false]);
  });

  it('delivers what was read before the source ended only once it is resumed', async () => {
    const source = new PassThrough();
    const lines: unknown[] = [];
    const reader = new LineReader(source, 1000, (line) => {
      lines.push(shown(line));
      if (lines.length === 1) reader.pause();
    });
    source.end('a\nb\nc');
    for (let turns = 0; turns < 10; turns += 1) await turn();
    assert.deepEqual(lines, ['a']);
    reader.resume();
    await reader.ended;
    assert.deepEqual(lines, ['a', 'b', { kind: 'half', bytes: 1 }]);
  });
});
