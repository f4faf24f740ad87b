import { deepEqual, equal } from 'node:assert/strict';
import { argumentMismatch } from '../../../src/node/features/argumentMismatch';
import { SchemaJudge } from '../../../src/node/features/schemaJudge';

const schema = {
  type: 'object',
  required: ['other'],
  properties: {
    code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]+$' },
    even: { type: 'integer', multipleOf: 2 },
    list: { type: 'array', items: { $ref: '#/$defs/code' } },
    odd: { type: 'string', pattern: '(' },
  },
  $defs: { code: { $ref: '#/properties/code' } },
};

describe('argumentMismatch', () => {
  let judge: SchemaJudge;
  beforeEach(() => {
    judge = new SchemaJudge(60_000);
  });
  afterEach(() => judge.dispose());

  const whyNot = (name: string, value: unknown) => argumentMismatch(schema, name, value, judge);

  it('says of an argument alone why it does not fit: pattern, step, what it refers to', async () => {
    const said = [await whyNot('code', 'x'), await whyNot('even', 3), await whyNot('list', ['AB-1', 'x'])];
    deepEqual(said, [
      'It does not fit its schema. code: String does not match pattern.',
      'It does not fit its schema. even: 3 is not a multiple of 2.',
      'It does not fit its schema. list/1: String does not match pattern.',
    ]);
  });

  it('says nothing of what fits, though other arguments are missing', async () => {
    const said = [
      await whyNot('code', 'AB-1'),
      await whyNot('even', 4),
      await whyNot('list', ['AB-1']),
      await whyNot('more', 1),
    ];
    deepEqual(said, [undefined, undefined, undefined, undefined]);
  });

  it('holds nobody up where the schema cannot be applied', async () => {
    equal(await whyNot('odd', 'x'), undefined);
    equal(await argumentMismatch('none', 'x', 1, judge), undefined);
  });
});
