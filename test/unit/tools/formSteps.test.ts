import { deepEqual } from 'node:assert/strict';
import { fieldOf, readField, writtenField, type Field } from '../../../src/core/tools/formField';
import { argumentsOf, formOf } from '../../../src/core/tools/formSteps';

describe('formOf', () => {
  const object = (properties: object, required: readonly string[] = []) => {
    return { type: 'object', properties, required };
  };

  it('asks for what is required first, each in the order of the schema', () => {
    const form = formOf(object({ a: {}, b: {}, c: {}, d: {} }, ['d', 'b']));
    deepEqual(form.kind === 'steps' && form.steps.map(({ name, isRequired }) => [name, isRequired]), [
      ['b', true],
      ['d', true],
      ['a', false],
      ['c', false],
    ]);
  });

  it('keeps what is said of an argument, and its default', () => {
    const said = { type: 'integer', title: 'Count', description: 'How many', default: 3, minimum: 1 };
    deepEqual(formOf(object({ n: said })), {
      kind: 'steps',
      steps: [
        {
          name: 'n',
          title: 'Count',
          description: 'How many',
          isRequired: false,
          field: { kind: 'number', isWhole: true, least: 1, most: undefined },
          initial: 3,
        },
      ],
    });
  });

  it('asks for a required argument that the schema does not describe', () => {
    const form = formOf({ type: 'object', required: ['x'] });
    deepEqual(form.kind === 'steps' && form.steps.map(({ name, field }) => [name, field.kind]), [
      ['x', 'json'],
    ]);
  });

  it('asks for nothing where nothing is taken', () => {
    deepEqual(formOf({ type: 'object' }), { kind: 'steps', steps: [] });
  });

  it('follows references within the schema, what stands beside them counts', () => {
    const schema = {
      ...object({ c: { $ref: '#/$defs/c~1olour', description: 'of it' } }),
      $defs: { 'c/olour': { enum: ['red', 'blue'] } },
    };
    const form = formOf(schema);
    deepEqual(form.kind === 'steps' && form.steps.map(({ field, description }) => [field, description]), [
      [
        {
          kind: 'choice',
          choices: [
            { value: 'red', label: 'red' },
            { value: 'blue', label: 'blue' },
          ],
        },
        'of it',
      ],
    ]);
  });

  it('asks for one argument as JSON where its schema cannot be had, and says why', () => {
    const form = formOf({
      ...object({
        far: { $ref: 'https://example.com/schema.json' },
        none: { $ref: '#/$defs/none' },
        proto: { $ref: '#/__proto__' },
        circle: { $ref: '#/$defs/circle' },
      }),
      $defs: { circle: { $ref: '#/$defs/circle' } },
    });
    deepEqual(form.kind === 'steps' && form.steps.map(({ field }) => field), [
      { kind: 'json', note: 'its schema refers to another document, which is not fetched' },
      { kind: 'json', note: 'its schema refers to a part that is not there' },
      { kind: 'json', note: 'its schema refers to a part that is not there' },
      { kind: 'json', note: 'its schema refers in a circle' },
    ]);
  });

  const deep = (levels: number): object => (levels === 0 ? {} : { items: deep(levels - 1) });
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, {}]));
  const hostile: readonly (readonly [string, unknown, string])[] = [
    ['no schema at all', undefined, 'its schema is no JSON object'],
    ['a list', [], 'its schema is no JSON object'],
    ['a text', 'object', 'its schema is no JSON object'],
    ['a schema of something else', { type: 'string' }, 'its schema is not that of an object'],
    ['a list of properties', { properties: [] }, 'its schema lists its arguments in an unknown way'],
    ['alternatives only', { anyOf: [{}, {}] }, 'its schema has no plain list of arguments'],
    [
      'a reference to the network',
      { $ref: 'http://127.0.0.1/x' },
      'its schema refers to another document, which is not fetched',
    ],
    ['a reference to itself', { $ref: '#' }, 'its schema refers in a circle'],
    ['endless nesting', object({ a: deep(1000) }), 'its schema is nested deeper than 40 levels'],
    ['a huge schema', object({ a: { enum: Array(20_000).fill(1) } }), 'its schema has more than 10000 parts'],
    ['very many arguments', object(many(61)), 'it has more than 60 arguments'],
  ];
  for (const [what, schema, why] of hostile) {
    it(`asks for all arguments as JSON, with the reason: ${what} (rule 9)`, () => {
      deepEqual(formOf(schema), { kind: 'json', why });
    });
  }

  it('takes a name like "__proto__" for one like any other', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as unknown;
    const form = formOf(schema);
    deepEqual(form.kind === 'steps' && form.steps.map(({ name }) => name), ['__proto__']);
    const args = argumentsOf(new Map([['__proto__', 'x']]));
    deepEqual(
      [JSON.stringify(args), Object.getPrototypeOf(args) === Object.prototype],
      ['{"__proto__":"x"}', true],
    );
  });
});

describe('fieldOf', () => {
  it('makes a choice of an enum, with the names that it gives, and of alternatives that are one value each', () => {
    const choices = [
      { value: 1, label: 'one' },
      { value: null, label: 'null' },
    ];
    deepEqual(fieldOf({ enum: [1, null], enumNames: ['one'] }), { kind: 'choice', choices });
    deepEqual(fieldOf({ oneOf: [{ const: 1, title: 'one' }, { const: null }] }), { kind: 'choice', choices });
    deepEqual(fieldOf({ anyOf: [{ const: 1 }, { type: 'string' }] }).kind, 'json');
    deepEqual(fieldOf({ enum: [] }).kind, 'json');
  });

  it('has a kind of its own for yes or no, numbers and texts, and JSON for all else', () => {
    deepEqual(fieldOf({ type: 'boolean' }), { kind: 'yes or no' });
    deepEqual(fieldOf({ type: 'string', minLength: 1, maxLength: 'x', format: 'uri' }), {
      kind: 'text',
      shortest: 1,
      longest: undefined,
      format: 'uri',
    });
    for (const schema of [
      { type: 'array' },
      { type: 'object' },
      { type: ['string', 'null'] },
      true,
      null,
      'x',
    ]) {
      deepEqual(fieldOf(schema).kind, 'json');
    }
  });
});

describe('readField', () => {
  const whole: Field = { kind: 'number', isWhole: true, least: 1, most: 10 };
  const any: Field = { kind: 'number', isWhole: false, least: undefined, most: undefined };
  const text: Field = { kind: 'text', shortest: 2, longest: 3, format: undefined };
  const json: Field = { kind: 'json', note: '' };
  type Written = readonly [Parameters<typeof readField>[0], string, unknown];
  const good: readonly Written[] = [
    [whole, ' 7 ', 7],
    [any, '-1.5e3', -1500],
    [text, '\u{1f600}\u{1f600}', '\u{1f600}\u{1f600}'],
    [json, '{"a":[1]}', { a: [1] }],
    [json, '"x"', 'x'],
  ];
  for (const [field, written, value] of good) {
    it(`takes ${JSON.stringify(written)} for ${field.kind}`, () => {
      deepEqual(readField(field, written), { value });
    });
  }
  const bad: readonly Written[] = [
    [whole, '1.5', 'A whole number is needed.'],
    [whole, '0', 'The number must be at least 1.'],
    [whole, '11', 'The number must be at most 10.'],
    [any, '', 'Enter a number.'],
    [any, 'Infinity', 'Enter a number.'],
    [any, 'seven', 'Enter a number.'],
    [text, 'a', 'At least 2 characters are needed.'],
    [text, 'abcd', 'At most 3 characters are taken.'],
    [json, 'x', 'This is no JSON. A text stands in double quotes.'],
  ];
  for (const [field, written, problem] of bad) {
    it(`says what is wrong with ${JSON.stringify(written)} for ${field.kind}`, () => {
      deepEqual(readField(field, written), { problem });
    });
  }

  it('reads back what it wrote', () => {
    for (const [field, value] of [
      [whole, 5],
      [text, 'abc'],
      [json, { a: 'b' }],
    ] as const) {
      deepEqual(readField(field, writtenField(field, value)), { value });
    }
    deepEqual(writtenField(text, undefined), '');
  });
});
