import { deepEqual, equal, ok } from 'node:assert/strict';
import { queryObjects } from 'node:v8';
import { EventLines } from '../../../src/node/http/eventLines';
import { Room } from '../../../src/node/stdio/heldBytes';

const limit = 4096;

/** What was heard of a stream, in short. */
interface Heard {
  readonly events: string[];
  readonly ids: string[];
  readonly retries: number[];
  readonly tooLong: number[];
}

/** A stream that is read to its end, and what it made us hold meanwhile. */
async function read(
  chunks: Iterable<string | Uint8Array>,
  room: Room,
  look: () => void = () => {},
): Promise<Heard> {
  const heard: Heard = { events: [], ids: [], retries: [], tooLong: [] };
  const from = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      look();
      const { value, done } = from.next();
      if (done === true) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
  });
  const lines = new EventLines(
    body,
    limit,
    {
      event: ({ name, data }) => heard.events.push(`${name}: ${data.toString('utf8')}`),
      id: (id) => heard.ids.push(id),
      retry: (milliseconds) => heard.retries.push(milliseconds),
      tooLong: ({ bytes }) => heard.tooLong.push(bytes),
    },
    room,
  );
  lines.resume();
  await lines.ended;
  look();
  lines.dispose();
  return heard;
}

describe('A stream of events', () => {
  it('gives the events that the specification gives (WHATWG HTML, 9.2.6)', async () => {
    const stream = [
      ': a comment\n\ndata: YHOO\ndata: +2\ndata: 10\n\n',
      'data: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\r\n\r\n',
      'data\n\ndata\ndata\n\nevent: named\ndata: x\nretry: 100\nretry: 1e3\nretry: 9999999999\n\nid: 2\n\ndata: never finished',
    ];
    deepEqual(await read(stream, new Room(limit)), {
      events: [
        'message: YHOO\n+2\n10',
        'message: first event',
        'message: second event',
        'message:  third event',
        'message: \n',
        'named: x',
      ],
      ids: ['1', '2'],
      retries: [100],
      tooLong: [],
    });
  });

  it('may begin with a byte order mark, which is passed over once and nowhere else', async () => {
    const mark = '\ufeff';
    const heard = async (text: string) => {
      const bytes = Buffer.from(text);
      const whole = await read([bytes], new Room(limit));
      const inPieces = await read(
        Array.from(bytes, (each) => Buffer.of(each)),
        new Room(limit),
      );
      deepEqual(inPieces, whole);
      return whole.events;
    };
    deepEqual(await heard(`${mark}data: a\n\ndata: b\n\n`), ['message: a', 'message: b']);
    deepEqual(await heard(`${mark}\ndata: a\n\n`), ['message: a']);
    deepEqual(await heard(`data: ${mark}a\n\n`), [`message: ${mark}a`]);
    deepEqual(await heard(`${mark}${mark}data: a\n\n`), []);
    deepEqual(await heard(`\n${mark}data: a\n\n`), []);
  });

  it('is passed over where an event is longer than the limit, in one line or in many, and goes on behind it', async () => {
    const inOneLine = (length: number) => `data: ${'x'.repeat(length - 'data: '.length)}\n\n`;
    const inMany = (length: number) => `${'data:\n'.repeat(length + 1)}\n`;
    const stream = [limit, limit + 1].flatMap((length) => [
      inOneLine(length),
      inMany(length),
      'data: next\n\n',
    ]);
    const { events, tooLong } = await read(stream, new Room(10 * limit));
    const lengths = events.map((each) => each.length - 'message: '.length);
    deepEqual(lengths, [limit - 6, limit, 4, 4]);
    deepEqual(tooLong, [limit + 1, limit + 1]);
  });

  it('holds no more than its limit and its room, whatever it says without an end', async () => {
    const endless: Readonly<Record<string, (at: number) => string>> = {
      'lines of no data': () => 'data:\n'.repeat(100),
      'lines of data': (at) => `data: ${at}\n`.repeat(100),
      'events that are never finished': (at) => `event: ${at}\nid: ${at}\nretry: ${at}\ndata: {\n`,
      ids: (at) => `id: ${at}${'i'.repeat(1000)}\n`.repeat(10),
      'names of events': (at) => `event: ${at}${'n'.repeat(3000)}\n`,
      'unknown fields': (at) => `field${at}: x\n`.repeat(100),
      comments: (at) => `:${at}\n`.repeat(100),
      'one line': (at) => `data${at}`.repeat(100),
      'one line of JSON with ever more keys': (at) => `${at === 0 ? 'data: {' : ''}"key${at}":${at},`,
      events: (at) => `id: ${at}\ndata: {"at":${at}}\n\n`,
    };
    const count = () => queryObjects(Uint8Array, { format: 'count' });
    const before = count();
    let buffers = 0;
    const unfinished = new Set(Object.keys(endless));
    const most = Object.entries(endless).map(async ([what, chunk]) => {
      const room = new Room(2 * limit);
      let held = 0;
      const chunks = function* () {
        for (let at = 0; at < 300; at += 1) yield chunk(at);
        unfinished.delete(what);
        // When all have said everything, and none was let go: counting takes a while.
        if (unfinished.size === 0) buffers = count() - before;
        while (unfinished.size > 0) yield '';
      };
      await read(chunks(), room, () => (held = Math.max(held, room.held)));
      equal(room.held, 0, what);
      return held;
    });
    for (const held of await Promise.all(most)) ok(held <= 2 * limit, `${held} bytes were held`);
    ok(unfinished.size === 0 && buffers < 200, `${buffers} buffers were held`);
  });
});
