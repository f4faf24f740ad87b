import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import * as fc from 'fast-check';
import { envelopeOf, type RequestId } from '../../../src/core/session/envelope';
import { outsideText } from '../../../src/core/session/outsideText';
import { notCarried } from '../../../src/core/session/ownMessages';
import { byteMessages, type ByteMessage } from '../../../src/node/session/byteMessages';
import { parsedMessages } from '../../../src/node/session/parsedMessages';

function take(line: string): ByteMessage {
  const [first] = [...takeAll(line)];
  if (first?.kind !== 'message') throw new Error(`${line} is no message.`);
  return first.message;
}

function* takeAll(line: string) {
  const { values: taken } = byteMessages.take(Buffer.from(line));
  for (let next = taken.next(); next.done !== true; next = taken.next()) yield next.value;
}

function text(message: ByteMessage): string {
  return Buffer.concat(byteMessages.pieces(message).map((piece) => Buffer.from(piece))).toString('utf8');
}

/** As `JSON.parse` would have it: an integer that it alters is compared as altered. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)),
  );
}

const id = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('', 'é\u2028"\\', -0, 2 ** 53 + 2, null, true),
);
const meta = fc.option(fc.record({ progressToken: id, more: fc.jsonValue() }, { requiredKeys: [] }), {
  nil: undefined,
});
const params = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      uri: fc.oneof(fc.string(), id),
      requestId: id,
      progressToken: id,
      taskId: fc.string(),
      _meta: fc.oneof(meta, fc.jsonValue()),
      capabilities: fc.oneof(
        fc.jsonValue(),
        fc.record({ roots: fc.jsonValue(), sampling: fc.jsonValue() }, { requiredKeys: [] }),
      ),
      arguments: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
);
const method = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'initialize',
    'tools/call',
    'tasks/get',
    'resources/subscribe',
    'notifications/cancelled',
    'notifications/progress',
  ),
);
const result = fc.oneof(
  fc.jsonValue(),
  fc.record({ task: fc.record({ taskId: id }) }),
  fc.record({ content: fc.jsonValue(), isError: fc.oneof(fc.boolean(), fc.jsonValue()) }),
);
/** Any JSON-RPC message, and what is nearly one, its members in any order and with others among them. */
const message = fc
  .record(
    {
      jsonrpc: fc.oneof(
        { weight: 9, arbitrary: fc.constant('2.0') },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      id,
      method,
      params,
      result,
      error: fc.jsonValue(),
      more: fc.jsonValue(),
    },
    { requiredKeys: ['jsonrpc'] },
  )
  .chain((made) => fc.shuffledSubarray(Object.entries(made), { minLength: Object.keys(made).length }));

/** One way of many to write the same JSON. */
const written = fc.tuple(message, fc.nat({ max: 2 }), fc.boolean()).map(([entries, indent, escapes]) => {
  const flat = JSON.stringify(Object.fromEntries(entries), undefined, ' '.repeat(indent))
    .replaceAll('\n', indent === 1 ? '\t' : '')
    .replace('"more":', '"more": 12345678901234567890123, "more2":1e400,"more3":-0,"mo\\u0072e":');
  return escapes ? flat.replace('"id":', '"\\u0069d" :').replace('"method":', '"\\u006dethod":') : flat;
});

/** The key with each letter in either case, and as its strange relatives. */
function spellingsOf(key: string): readonly string[] {
  const strange = key.replace('s', '\u017f').replace('i', '\u0131').replace('k', '\u212a');
  return [
    key,
    key.toUpperCase(),
    key[0]?.toUpperCase() + key.slice(1),
    key.slice(0, -1) + key.slice(-1).toUpperCase(),
    strange,
  ];
}

describe('messages as bytes', () => {
  const runs = { numRuns: 3000 };

  it('are judged as JSON.parse would have them', () => {
    fc.assert(
      fc.property(written, (line) => {
        const expected = envelopeOf(JSON.parse(line));
        const [taken] = [...takeAll(line)];
        deepEqual(
          taken?.kind === 'message' && plain(taken.message.envelope),
          expected !== undefined && plain(expected),
        );
        const parsed = parsedMessages.take(Buffer.from(line)).values.next().value;
        equal(taken?.kind, parsed?.kind);
      }),
      runs,
    );
  }).timeout(60_000);

  it('come out as they went in, byte for byte', () => {
    fc.assert(
      fc.property(written, (line) => {
        for (const each of takeAll(line)) if (each.kind === 'message') equal(text(each.message), `${line}\n`);
      }),
      runs,
    );
  }).timeout(60_000);

  it('get another id in the place of their own, and nothing else changes', () => {
    fc.assert(
      fc.property(written, fc.oneof(fc.string(), fc.integer()), (line, id) => {
        for (const each of takeAll(line)) {
          if (each.kind !== 'message' || each.message.envelope.kind === 'notification') continue;
          const renamed = byteMessages.withId(each.message, id);
          const out = text(renamed);
          deepEqual(JSON.parse(out), { ...JSON.parse(line), id });
          deepEqual(byteMessages.envelopeOf(renamed), take(out.trimEnd()).envelope);
          const own = each.message.spans.get('id');
          ok(own !== undefined);
          const before = Buffer.from(line).subarray(0, own.start).toString('utf8');
          const after = Buffer.from(line).subarray(own.end).toString('utf8');
          equal(out, `${before}${JSON.stringify(id)}${after}\n`);
        }
      }),
      runs,
    );
  }).timeout(60_000);

  it('are judged by the progress token that they were given', () => {
    const call = '{"jsonrpc":"2.0","id":0,"method":"x","params":{"_meta":{"progressToken":"own"}}}';
    const step = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"own"}}';
    const answer = '{"jsonrpc":"2.0","id":0,"result":{}}';
    for (const line of [call, step, answer, '{"jsonrpc":"2.0","id":0,"method":"x"}']) {
      const renamed = byteMessages.withProgressToken(take(line), 'new');
      equal(text(renamed), `${line.replace('"own"', '"new"')}\n`);
      deepEqual(byteMessages.envelopeOf(renamed), take(text(renamed).trimEnd()).envelope);
    }
  });

  it('are rewritten as a parsed message is, each kind of them', () => {
    fc.assert(
      fc.property(written, (line) => {
        for (const each of takeAll(line)) {
          if (each.kind !== 'message') continue;
          const parsed = () => JSON.parse(line) as object;
          const renamed = byteMessages.withId(each.message, 'new');
          deepEqual(JSON.parse(text(renamed)), parsedMessages.withId(parsed(), 'new'));
          const marked = byteMessages.withProgressToken(each.message, 'new');
          deepEqual(JSON.parse(text(marked)), parsedMessages.withProgressToken(parsed(), 'new'));
        }
      }),
      runs,
    );
  }).timeout(60_000);

  it('declare exactly the roots they may, as a parsed message would', () => {
    fc.assert(
      fc.property(written, fc.constantFrom({ listChanged: true }, undefined), (line, roots) => {
        for (const each of takeAll(line)) {
          if (each.kind !== 'message' || each.message.envelope.kind !== 'request') continue;
          const out = text(byteMessages.withRoots(each.message, 'new', roots));
          const expected = parsedMessages.withRoots(JSON.parse(line) as object, 'new', roots);
          deepEqual(JSON.parse(out), expected);
        }
      }),
      runs,
    );
  }).timeout(60_000);

  it('keep the numbers, the order and the odd keys of what stands beside a forced capability', () => {
    const line =
      '{"params": {"z":1e400,"capabilities" : { "a":12345678901234567890, "roots":{"listChanged":false} ,"b":-0},"a":0.10},' +
      '"method":"initialize","id":12345678901234567890,"jsonrpc":"2.0","_":"\\u00e9"}';
    equal(
      text(byteMessages.withRoots(take(line), 7, { listChanged: true })),
      '{"params": {"z":1e400,"capabilities" : {"a":12345678901234567890,"b":-0,"roots":{"listChanged":true}},"a":0.10},' +
        '"method":"initialize","id":7,"jsonrpc":"2.0","_":"\\u00e9"}\n',
    );
  });

  it('keep an id that a number would alter, in what is answered for their server too', () => {
    const { envelope } = take('{"jsonrpc":"2.0","id":12345678901234567891,"method":"x"}');
    deepEqual(envelope, { kind: 'request', id: 12345678901234567891n, method: 'x' });
    const own = byteMessages.of(notCarried(12345678901234567891n, outsideText('cancelled')));
    equal(
      text(own),
      '{"id":12345678901234567891,"jsonrpc":"2.0","error":{"code":-32000,"message":"The server cancelled it."}}\n',
    );
  });

  /** By what becomes of it: what names a judged member twice, or by a key that some reader takes for it. */
  const unclear: Readonly<Record<string, readonly string[]>> = {
    'unclear request': [
      '{"jsonrpc":"2.0","id":1,"method":"ping","method":"roots/list"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","\\u006dethod":"roots/list"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"roots/list"}',
      '{"Method":"roots/list","jsonrpc":"2.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","\\u004dethod":"roots/list"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","method\\u0000":"roots/list"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","method\\u0000tail":"roots/list"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{}}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","JSONRPC":"2.0"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","Result":{}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"capabilities":{}}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"Capabilities":{"roots":{}}}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"roots":{},"roots":{}}}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"rootS":{}}}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"root\\u017f":{}}}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","NAME":"b"}}',
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"progressto\u212aen":1}}}',
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_META":{"progressToken":1}}}',
      '{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"ur\u0131":"file:///secret"}}',
    ],
    'broken answer': [
      '{"jsonrpc":"2.0","id":1,"result":{},"result":{}}',
      '{"jsonrpc":"2.0","id":1,"result":{},"Error":{}}',
      '{"jsonrpc":"2.0","id":1,"result":{},"Method":"roots/list"}',
      '{"jsonrpc":"2.0","id":1,"result":{"iserror":true}}',
      '{"jsonrpc":"2.0","id":1,"result":{"task":{"TaskId":"x"}}}',
    ],
    noise: [
      '{"jsonrpc":"2.0","id":1,"id":2,"result":{}}',
      '{"jsonrpc":"2.0","id":1,"Id":2,"method":"ping"}',
      '{"jsonrpc":"2.0","ID":2,"method":"ping"}',
      '{"jsonrpc":"2.0","method":"notifications/x","Method":"roots/list"}',
      '{"jsonrpc":"2.0","Method":"roots/list","Id":1}',
    ],
  };
  for (const [kind, lines] of Object.entries(unclear)) {
    for (const line of lines) {
      it(`do not pass when readers differ on what they say: ${line}`, () => {
        for (const written of [line, `[${line}]`]) {
          const taken = [...takeAll(written)];
          deepEqual(
            taken.map((each) => each.kind),
            [kind],
          );
        }
      });
    }
  }

  it('never pass with another spelling of a judged member beside it, whatever the message is otherwise', () => {
    const spelling = fc
      .constantFrom('method', 'id', 'params', 'jsonrpc', 'result', 'error')
      .chain((key) =>
        fc.tuple(
          fc.constantFrom(...spellingsOf(key).filter((each) => each !== key)),
          fc.constantFrom('', '\0', '\u200d'),
          fc.nat(key.length),
        ),
      )
      .map(([key, unseen, at]) => key.slice(0, at) + unseen + key.slice(at));
    fc.assert(
      fc.property(written, spelling, fc.jsonValue(), fc.boolean(), (line, key, value, isFirst) => {
        const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
        const inside = line.slice(line.indexOf('{') + 1, line.lastIndexOf('}'));
        const both = isFirst ? [member, inside] : [inside, member];
        const taken = [...takeAll(`{${both.filter((each) => each.trim() !== '').join(',')}}`)];
        ok(taken.every((each) => each.kind !== 'message'));
      }),
      runs,
    );
  }).timeout(60_000);

  it('may say twice what nobody judges', () => {
    const line = '{"jsonrpc":"2.0","method":"x","params":{"a":1,"a":2},"b":1,"b":2}';
    equal(text(take(line)), `${line}\n`);
  });

  it('are taken out of a batch, each with its own bytes', () => {
    const first = '{"jsonrpc" : "2.0","id":1e0,"method":"x"}';
    const taken = [...takeAll(` [ ${first} , 7,[{}], {"jsonrpc":"2.0","id":3} ] `)];
    deepEqual(
      taken.map((each) => ('message' in each ? text(each.message) : each.text())),
      [
        `${first}\n`,
        '7',
        '[{}]',
        '{"id":3,"jsonrpc":"2.0","error":{"code":-32000,"message":"The server gave a malformed answer, not one result or one error."}}\n',
      ],
    );
  });

  it('are none in a batch that is no JSON: not one of it comes through', () => {
    throws(() => byteMessages.take(Buffer.from('[{"jsonrpc":"2.0","method":"x"},]')), SyntaxError);
  });

  it('hide no line: a carriage return between values, where some readers end a line, becomes a space', () => {
    const hidden =
      '{"jsonrpc":"2.0","method":"x","params":\r{"jsonrpc":"2.0","id":1,"method":"roots/list"}\r}';
    equal(text(take(hidden)), `${hidden.replaceAll('\r', ' ')}\n`);
  });

  it('keep 20 MB as they are', () => {
    const blob = 'YWJj'.repeat(5 * 1024 * 1024);
    const line = `{"result":{"content":[{"type":"image","data":"${blob}"}]},"jsonrpc":"2.0","id":1}`;
    const taken = take(line);
    deepEqual(taken.envelope, { kind: 'response', id: 1, failed: false });
    ok(text(taken) === `${line}\n`);
  }).timeout(60_000);

  it('carry the ids of all kinds that a request can have', () => {
    const ids: RequestId[] = ['a"b', 0, -1.5, 2n ** 64n];
    deepEqual(
      ids.map(
        (each) =>
          take(text(byteMessages.withId(take('{"jsonrpc":"2.0","id":0,"method":"x"}'), each)).trim())
            .envelope,
      ),
      ids.map((each) => ({ kind: 'request', id: each, method: 'x' })),
    );
  });
});
