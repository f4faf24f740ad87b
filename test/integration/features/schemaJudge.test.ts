import { deepEqual, equal } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SchemaJudge } from '../../../src/node/features/schemaJudge';

describe('SchemaJudge', () => {
  let judge: SchemaJudge;

  beforeEach(() => {
    judge = new SchemaJudge(60_000);
  });

  afterEach(() => judge.dispose());

  it('tells what fits from what does not, and where', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } },
      required: ['a'],
    };
    deepEqual(await judge.judge(schema, { a: { b: 1 } }), { kind: 'fits' });
    deepEqual(await judge.judge(schema, { a: { b: 'x' } }), {
      kind: 'does not fit',
      why: 'a/b: The value type "string" is invalid. Expected "integer".',
    });
    deepEqual(await judge.judge(schema, {}), {
      kind: 'does not fit',
      why: 'The value does not have required property "a".',
    });
  });

  it('knows the dialect that a schema names', async () => {
    const tuple = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    const draft = 'http://json-schema.org/draft-07/schema#';
    equal((await judge.judge({ ...tuple, $schema: draft }, [1])).kind, 'does not fit');
    equal((await judge.judge({ prefixItems: [{ type: 'string' }] }, [1])).kind, 'does not fit');
  });

  const endless = {
    'a schema that recurses for ever': { $ref: '#' },
    'a regular expression that is none': { type: 'string', pattern: '(' },
    'what is no schema': 'object',
    'a list of requirements that is none': { required: 1 },
  };
  for (const [what, schema] of Object.entries(endless)) {
    it(`cannot judge, and says so: ${what} (rule 9)`, async () => {
      const verdict = await judge.judge(schema, what.includes('regular') ? 'x' : {});
      equal(verdict.kind, 'cannot be judged', JSON.stringify(verdict));
      deepEqual(await judge.judge({}, {}), { kind: 'fits' });
    });
  }

  describe('and what never ends', () => {
    beforeEach(() => {
      judge = new SchemaJudge(300);
    });

    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => {
        const next = { $ref: `#/$defs/d${i + 1}` };
        return [`d${i}`, i < 59 ? { anyOf: [next, next] } : { type: 'string' }];
      }),
    );
    const slow: readonly (readonly [string, object, unknown])[] = [
      ['work that doubles at each level', { $defs: doubling, $ref: '#/$defs/d0' }, 1],
      ['a regular expression that goes back for ever', { pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
    ];
    for (const [what, schema, value] of slow) {
      it(`gives up in time: ${what} (rule 9)`, async () => {
        deepEqual(await judge.judge(schema, value), {
          kind: 'cannot be judged',
          why: 'applying its schema took too long',
        });
      });
    }
  });

  describe('with a network to be asked', () => {
    let server: Server;
    let asked = 0;

    beforeEach(async () => {
      asked = 0;
      server = createServer((_, response) => {
        asked += 1;
        response.end('{}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });

    afterEach(() => new Promise((resolve) => server.close(resolve)));

    it('fetches no schema (rule 9)', async () => {
      const { port } = server.address() as AddressInfo;
      const elsewhere = `http://127.0.0.1:${port}/schema.json`;
      deepEqual(await judge.judge({ properties: { a: { $ref: elsewhere } } }, { a: 1 }), {
        kind: 'cannot be judged',
        why: `Unresolved $ref "${elsewhere}".`,
      });
      equal((await judge.judge({ $schema: elsewhere, $id: elsewhere }, 1)).kind, 'fits');
      equal(asked, 0);
    });
  });
});
