import { deepEqual, rejects } from 'node:assert/strict';
import { initialValues, isFit } from '../../../src/core/elicitation/fieldValue';
import { parseForm, type FieldValue, type Form } from '../../../src/core/elicitation/form';
import { Surroundings } from '../../unit/stores/surroundings';
import { AskingBench } from './askingBench';

/** Every kind of field of the specification, with its default (MCP 2025-11-25, client/elicitation). */
const everyKind = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', description: 'Yours', minLength: 2, maxLength: 5, default: 'Ada' },
    mail: { type: 'string', format: 'email', default: 'a@b.c' },
    age: { type: 'integer', minimum: 0, maximum: 150, default: 36 },
    weight: { type: 'number', default: 61.5 },
    sure: { type: 'boolean', default: true },
    colour: { type: 'string', enum: ['red', 'green'], default: 'green' },
    named: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    titled: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }], default: 'r' },
    many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, default: ['b'] },
    manyTitled: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, maxItems: 1 },
  },
  required: ['name'],
};

const defaults: readonly (readonly [string, FieldValue])[] = [
  ['name', 'Ada'],
  ['mail', 'a@b.c'],
  ['age', 36],
  ['weight', 61.5],
  ['sure', true],
  ['colour', 'green'],
  ['titled', 'r'],
  ['many', ['b']],
];

const form = (properties: unknown = everyKind.properties): Form =>
  parseForm({ message: 'Who?', requestedSchema: { ...everyKind, properties } });

describe('Elicitation', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  const asking = () => AskingBench.of(surroundings, []);
  const ask = (bench: AskingBench, params: object) => bench.ask('elicitation/create', params);
  const plain = { message: 'Who?', requestedSchema: everyKind };
  const page = { mode: 'url', message: 'Sign in', elicitationId: 'e1', url: 'https://example.com/in?a=1' };

  it('begins a form with the defaults that fit, of every kind of field', () => {
    deepEqual([...initialValues(form().fields)], defaults);
    const unfit = {
      name: { type: 'string', maxLength: 1, default: 'long' },
      n: { type: 'integer', default: 0.5 },
    };
    deepEqual([...initialValues(form(unfit).fields)], []);
  });

  it('sends what the user filled in, and nothing that was not asked for', async () => {
    const bench = await asking();
    bench.face.fillForm = () =>
      Promise.resolve({ action: 'accept', values: new Map([...defaults, ['other', 'x']]) });
    const content = Object.fromEntries(defaults);
    deepEqual(await ask(bench, plain), { result: { action: 'accept', content } });
    deepEqual(bench.face.seen, [['form', 'asking', 'Who?']]);
    deepEqual(bench.recorded, [{ event: 'elicited', how: 'form', outcome: 'accept' }]);
  });

  it('adds no default to a field that the user left empty', async () => {
    const bench = await asking();
    bench.face.fillForm = () => Promise.resolve({ action: 'accept', values: new Map([['name', 'Bo']]) });
    deepEqual(await ask(bench, plain), { result: { action: 'accept', content: { name: 'Bo' } } });
  });

  it('tells a no from a question that was left', async () => {
    const bench = await asking();
    const answers: unknown[] = [];
    for (const action of ['decline', 'cancel'] as const) {
      bench.face.fillForm = () => Promise.resolve({ action });
      bench.face.openAddress = () => Promise.resolve(action);
      answers.push(await ask(bench, plain), await ask(bench, page));
    }
    const [declined, left] = [{ result: { action: 'decline' } }, { result: { action: 'cancel' } }];
    deepEqual(answers, [declined, declined, left, left]);
  });

  it('sends nothing that does not fit the form, whoever made the mistake', async () => {
    const bench = await asking();
    const mistake = { error: { code: -32603, message: 'MCP error -32603: The client made a mistake.' } };
    for (const values of [new Map<string, FieldValue>(), new Map<string, FieldValue>([['name', 'A']])]) {
      bench.face.fillForm = () => Promise.resolve({ action: 'accept', values });
      deepEqual(await ask(bench, plain), mistake);
    }
  });

  it('takes no form of other kinds of fields', async () => {
    const bench = await asking();
    const nested = { a: { type: 'object', properties: {} } };
    const answers = [
      await ask(bench, { message: 'Who?', requestedSchema: { type: 'object', properties: nested } }),
      await ask(bench, { message: 'Who?', requestedSchema: { type: 'string' } }),
    ];
    deepEqual([answers.map(({ error }) => error?.code), bench.face.seen], [[-32602, -32602], []]);
  });

  it('opens no address but http(s), and none with a user name (CVE-2025-6514)', async () => {
    const bench = await asking();
    const answers: unknown[] = [];
    for (const url of [
      'file:///etc/passwd',
      'vscode:x',
      'javascript:alert(1)',
      'https://good.com@evil.com/',
    ]) {
      answers.push((await ask(bench, { ...page, url })).error?.code);
    }
    deepEqual([answers, bench.face.seen], [[-32602, -32602, -32602, -32602], []]);
  });

  it('tells the user that what an address was for is done, once, and only of one that was opened', async () => {
    const bench = await asking();
    const done = (elicitationId: string) =>
      bench.call('notify', { method: 'notifications/elicitation/complete', params: { elicitationId } });
    await done('e1');
    bench.face.openAddress = () => Promise.resolve('accept');
    deepEqual(await ask(bench, page), { result: { action: 'accept' } });
    await done('e1');
    await done('e1');
    const { url } = page;
    deepEqual(bench.face.seen, [
      ['address', 'asking', url],
      ['completed', 'asking', url],
    ]);
  });

  it('offers the addresses that a call needs to be opened first (-32042), and asks for another call', async () => {
    const bench = await asking();
    const { mode, ...address } = page;
    const error = { code: -32042, message: 'Sign in first', data: { elicitations: [{ mode, ...address }] } };
    bench.face.openAddress = () => Promise.resolve('accept');
    await rejects(bench.call('fail', { error }), {
      name: 'UserError',
      message:
        'The server did not do it yet. Once you are done at the address that you opened, call it again.',
    });
    deepEqual(await bench.call('fail', { error }), 'done');
    bench.face.openAddress = () => Promise.resolve('decline');
    await rejects(bench.call('fail', { error }), { name: 'UserError', message: /which you did not/ });
    deepEqual(bench.face.seen.length, 2);
  });

  it('is neither declared nor done where it is switched off', async () => {
    const bench = await AskingBench.of(surroundings, [{ feature: 'elicitation', to: 'off' }]);
    const error = { code: -32601, message: 'Method not found' };
    deepEqual(
      [await bench.call('capabilities'), await ask(bench, plain), bench.face.seen],
      [JSON.stringify({ roots: { listChanged: true } }), { error }, []],
    );
    const running = await asking();
    await running.turn({ feature: 'elicitation', to: 'off' });
    const off = { code: -32601, message: 'Questions are switched off for this server.' };
    deepEqual(await ask(running, plain), { error: off });
  });

  it('takes the question away when the server takes its request back', async () => {
    const bench = await asking();
    let shown = () => {};
    const isShown = new Promise<void>((resolve) => (shown = resolve));
    bench.face.fillForm = () => {
      shown();
      return new Promise(() => {});
    };
    const id = await bench.call('begin', { method: 'elicitation/create', params: plain });
    await isShown;
    await bench.call('take-back', { id });
    deepEqual(bench.face.taken, 1);
  });
});

describe('The value of a field', () => {
  const cases: readonly (readonly [string, object, readonly FieldValue[], readonly FieldValue[]])[] = [
    ['text', { type: 'string', minLength: 2, maxLength: 3 }, ['ab', '😀😀😀'], ['a', 'abcd', 1, '😀']],
    ['an e-mail address', { type: 'string', format: 'email' }, ['a@b.c'], ['a', 'a@b', 'a b@c.d', '']],
    ['a URI', { type: 'string', format: 'uri' }, ['https://a.b', 'urn:x'], ['a', '//a', '']],
    [
      'a day',
      { type: 'string', format: 'date' },
      ['2024-02-29', '2025-12-31'],
      ['2025-02-29', '2025-13-01', '1'],
    ],
    [
      'a moment',
      { type: 'string', format: 'date-time' },
      ['2025-11-25T10:30:00Z', '2025-11-25t10:30:00.5+01:00'],
      ['2025-11-25', '2025-11-31T10:30:00Z', '2025-11-25T10:30:00'],
    ],
    ['a number', { type: 'number', minimum: 0, maximum: 1 }, [0, 0.5, 1], [-0.1, 2, '1', Number.NaN]],
    ['a whole number', { type: 'integer' }, [-3, 0], [0.5, Number.POSITIVE_INFINITY]],
    ['yes or no', { type: 'boolean' }, [true, false], ['true', 1]],
    ['one of several', { type: 'string', enum: ['a', 'b'] }, ['a'], ['c', '', ['a']]],
    [
      'some of several',
      { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
      [['a'], ['c', 'b']],
      [[], ['a', 'b', 'c'], ['d'], 'a'],
    ],
  ];
  for (const [what, schema, fit, unfit] of cases) {
    it(`is judged as its kind says: ${what}`, () => {
      const [field] = form({ field: schema }).fields;
      const judged = (values: readonly FieldValue[]) => values.map((value) => field && isFit(field, value));
      deepEqual(
        judged(fit),
        fit.map(() => true),
      );
      deepEqual(
        judged(unfit),
        unfit.map(() => false),
      );
    });
  }
});
