import { deepEqual, equal, match } from 'node:assert/strict';
import { AskingBench, plainRequest } from './askingBench';
import { model, said } from './fakeFace';
import { Surroundings } from '../../unit/stores/surroundings';
import type { SamplingRequest } from '../../../src/core/sampling/samplingRequest';

describe('Sampling', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  const asking = (to: 'ask' | 'session' | 'always') =>
    AskingBench.of(surroundings, [{ feature: 'sampling', to }]);
  const hello = {
    result: {
      model: 'large',
      stopReason: 'endTurn',
      role: 'assistant',
      content: { type: 'text', text: 'Hello there' },
    },
  };
  const notPossible = (message: string) => ({ error: { code: -32603, message } });

  it('is neither declared nor answered before it is switched on', async () => {
    const bench = await AskingBench.of(surroundings, []);
    deepEqual(
      [await bench.call('capabilities'), await bench.sample(), bench.face.seen],
      [
        JSON.stringify({ elicitation: { form: {}, url: {} }, roots: { listChanged: true } }),
        { error: { code: -32601, message: 'Method not found' } },
        [],
      ],
    );
  });

  it('shows the user the request and the answer, where it asks each time', async () => {
    const bench = await asking('ask');
    deepEqual(await bench.sample(), hello);
    deepEqual(bench.face.seen, [
      ['review', 'Large', []],
      ['asked', 'Large', [{ role: 'user', content: [{ type: 'text', text: 'Say hello' }] }], 20],
      ['answer', { text: 'Hello there', stopReason: 'endTurn' }],
    ]);
    deepEqual(bench.recorded, [{ event: 'sampled', model: 'large', inputTokens: 3, outputTokens: 3 }]);
  });

  for (const to of ['session', 'always'] as const) {
    it(`asks nobody where it is allowed: ${to}`, async () => {
      const bench = await asking(to);
      deepEqual(await bench.sample(), hello);
      deepEqual(
        bench.face.seen.map((each) => (each as string[])[0]),
        ['asked'],
      );
    });
  }

  for (const to of ['session', 'always'] as const) {
    const secret = 'DB_PASSWORD=hunter2!x';
    const text = (words: string) => [{ role: 'user', content: { type: 'text', text: words } }];

    it(`shows and asks about what looks like a secret in a request, also where it is allowed: ${to}`, async () => {
      const bench = await asking(to);
      bench.face.review = () => Promise.resolve(undefined);
      const { error } = await bench.sample({ messages: text(secret) });
      equal(error?.code, -1);
      deepEqual(
        bench.face.seen.map((each) => (each as string[])[0]),
        ['review'],
      );
    });

    it(`shows and asks about what looks like a secret in an answer, also where it is allowed: ${to}`, async () => {
      const bench = await asking(to);
      bench.face.answer = () => said('It is ', secret);
      bench.face.reviewAnswer = () => Promise.resolve('It is gone');
      const { result } = await bench.sample();
      deepEqual((result as { content: unknown }).content, { type: 'text', text: 'It is gone' });
      deepEqual(
        bench.face.seen.map((each) => (each as string[])[0]),
        ['asked', 'answer'],
      );
    });
  }

  it('sends what the user made of the request, and gives back what the user made of the answer', async () => {
    const bench = await asking('ask');
    const edited: SamplingRequest['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'Bye' }] }];
    bench.face.review = ({ request }) => Promise.resolve({ ...request, messages: edited, maxTokens: 1000 });
    bench.face.reviewAnswer = () => Promise.resolve('Goodbye');
    const { result } = hello;
    deepEqual(await bench.sample(), { result: { ...result, content: { type: 'text', text: 'Goodbye' } } });
    deepEqual(bench.face.seen[1], ['asked', 'Large', edited, 50]);
  });

  it('tells the server -1 for the user’s no and for nothing else', async () => {
    const bench = await asking('ask');
    const rejected = { error: { code: -1, message: 'User rejected sampling request' } };
    bench.face.review = () => Promise.resolve(undefined);
    deepEqual(await bench.sample(), rejected);
    bench.face.review = ({ request }) => Promise.resolve(request);
    bench.face.reviewAnswer = () => Promise.resolve(undefined);
    deepEqual(await bench.sample(), rejected);
    bench.face.models = [];
    deepEqual(await bench.sample(), notPossible('There is no language model in this editor.'));
    const why = 'User rejected sampling request';
    deepEqual(bench.recorded, [
      { event: 'sampling refused', why },
      { event: 'sampled', model: 'large', inputTokens: 3, outputTokens: 3 },
      { event: 'sampling refused', why },
      { event: 'sampling refused', why: 'There is no language model in this editor.' },
    ]);
  });

  it('says why when the user or the model does not answer in time, and takes the question away', async () => {
    const bench = await asking('ask');
    bench.settings.userTime = 1;
    bench.face.review = () => new Promise(() => {});
    deepEqual(await bench.sample(), notPossible('The user did not answer in time.'));
    bench.settings.modelTime = 1;
    await bench.turn({ feature: 'sampling', to: 'always' });
    bench.face.answer = async function* () {
      yield await new Promise<string>(() => {});
    };
    deepEqual(await bench.sample(), notPossible('The language model did not answer in time.'));
    deepEqual(bench.face.taken, 2);
  });

  it('takes the question away when the server takes its request back, and answers nothing', async () => {
    const bench = await asking('ask');
    let shown = () => {};
    const isShown = new Promise<void>((resolve) => (shown = resolve));
    bench.face.review = () => {
      shown();
      return new Promise(() => {});
    };
    const id = await bench.call('begin', { method: 'sampling/createMessage', params: plainRequest });
    await isShown;
    await bench.call('take-back', { id });
    deepEqual([bench.face.taken, await bench.call('answers')], [1, JSON.stringify({ [id]: null })]);
    deepEqual(bench.recorded, [
      { event: 'sampling refused', why: 'its request was taken back, or its session ended' },
    ]);
    bench.face.review = ({ request }) => Promise.resolve(request);
    deepEqual(await bench.sample(), hello);
  });

  it('asks no model for what the server has taken back meanwhile', async () => {
    const bench = await asking('always');
    let counting = () => {};
    const isCounting = new Promise<void>((resolve) => (counting = resolve));
    let goOn = () => {};
    bench.face.beforeCount = () => {
      counting();
      return new Promise((resolve) => (goOn = resolve));
    };
    const id = await bench.call('begin', { method: 'sampling/createMessage', params: plainRequest });
    await isCounting;
    await bench.call('take-back', { id });
    goOn();
    await new Promise(setImmediate);
    deepEqual(bench.face.seen, []);
  });

  it('takes the question away when the server is stopped', async () => {
    const bench = await asking('ask');
    let shown = () => {};
    const isShown = new Promise<void>((resolve) => (shown = resolve));
    bench.face.review = () => {
      shown();
      return new Promise(() => {});
    };
    await bench.call('begin', { method: 'sampling/createMessage', params: plainRequest });
    await isShown;
    await bench.server.stop();
    deepEqual(bench.face.taken, 1);
  });

  it('refuses at once what was switched off meanwhile, also while the user looks at it', async () => {
    const bench = await asking('ask');
    const off = { error: { code: -32601, message: 'Sampling is switched off for this server.' } };
    bench.face.review = async ({ request }) => {
      await bench.turn({ feature: 'sampling', to: 'off' });
      return request;
    };
    deepEqual([await bench.sample(), await bench.sample()], [off, off]);
    deepEqual(
      bench.face.seen.map((each) => (each as string[])[0]),
      ['review'],
    );
  });

  it('takes ten requests a minute of one server, however much it is allowed', async () => {
    const bench = await asking('always');
    for (let i = 0; i < 10; i++) deepEqual(await bench.sample(), hello);
    deepEqual(
      await bench.sample(),
      notPossible('A server may make 10 sampling requests a minute. Try again later.'),
    );
    const { fingerprint } = bench.server;
    deepEqual(fingerprint && bench.host.supervisor.features.samplingCostOf({ fingerprint }), {
      requests: 10,
      inputTokens: 30,
      outputTokens: 30,
    });
  });

  it('takes no more tokens than the setting allows, and says truly why an answer ended', async () => {
    const bench = await asking('always');
    const answers: unknown[] = [];
    for (const [chunks, params] of [
      [['one two', ' three four five'], { maxTokens: 5 }],
      [['x '.repeat(100)], { maxTokens: 1_000_000 }],
      [['before ST', 'OP after'], { stopSequences: ['STOP'] }],
      [['short'], { maxTokens: 1, stopSequences: ['none'] }],
    ] as const) {
      bench.face.answer = () => said(...chunks);
      const { result } = await bench.sample(params);
      const { content, stopReason } = result as { content: { text: string }; stopReason: string };
      answers.push([content.text, stopReason]);
    }
    deepEqual(answers, [
      ['one two three', 'maxTokens'],
      ['x '.repeat(25), 'maxTokens'],
      ['before ', 'stopSequence'],
      ['short', 'endTurn'],
    ]);
  });

  it('says what no model takes: audio, too much, tools, what is malformed', async () => {
    const bench = await asking('always');
    const content = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
    const messages = [{ role: 'user', content }];
    const long = [{ role: 'user', content: { type: 'text', text: 'x '.repeat(1000) } }];
    const tools = [{ name: 'a', inputSchema: { type: 'object' } }];
    const answers = [
      await bench.sample({ messages }),
      await bench.sample({ messages: long }),
      await bench.sample({ tools }),
      await bench.sample({ messages: [{ role: 'user', content: { ...content, data: '!' } }] }),
      await bench.sample({ messages: [] }),
      await bench.sample({ maxTokens: 0 }),
    ].map(({ error }) => error);
    match(answers[3]?.message ?? '', /content/);
    deepEqual(
      answers.map((error) => error?.code),
      [-32603, -32603, -32602, -32602, -32602, -32602],
    );
    deepEqual(
      [answers[0], answers[1], answers[2]].map((error) => error?.message),
      [
        'No language model of this editor takes audio.',
        'The request has 2000 tokens; the model Large takes 1000.',
        'This client offers no tools for sampling.',
      ],
    );
  });

  it('tells a server that gave a token, under that token, that its request is not forgotten', async () => {
    const bench = await asking('always');
    await bench.sample({ _meta: { progressToken: 'mine' } });
    await bench.sample();
    const message = 'Waits for the user or for a model.';
    deepEqual(JSON.parse(await bench.call('progress')), [{ progressToken: 'mine', progress: 1, message }]);
  });

  it('tells the server nothing of a mistake of ours, and our log all of it', async () => {
    const bench = await asking('always');
    bench.face.answer = () => {
      throw new Error('secret /home/u');
    };
    deepEqual(await bench.sample(), {
      error: { code: -32603, message: 'MCP error -32603: The client made a mistake.' },
    });
    deepEqual(bench.log.errors, ['A request of a server could not be answered: secret /home/u']);
  });

  it('tells the user what of the request is not heeded', async () => {
    const bench = await asking('ask');
    await bench.sample({ includeContext: 'allServers', systemPrompt: 'Be brief.', metadata: { a: 1 } });
    deepEqual(bench.face.seen[0], [
      'review',
      'Large',
      [
        'No context of servers is added: includeContext “allServers” is treated as “none”.',
        'The system prompt goes as the first message: models of the editor take none.',
        'The metadata is not passed on to the model.',
      ],
    ]);
  });

  it('takes a model that the hints name, else one as the priorities say', async () => {
    const bench = await asking('always');
    bench.face.models = [model('Large', 1000), model('Huge', 2000), model('Tiny mini', 100)];
    const chosen: unknown[] = [];
    for (const modelPreferences of [
      { hints: [{ name: 'nothing' }, { name: 'LARGE' }] },
      { hints: [{ name: 'nothing' }], costPriority: 1 },
      { speedPriority: 0.4, intelligencePriority: 0.5 },
      undefined,
    ]) {
      const { result } = await bench.sample({ modelPreferences });
      chosen.push((result as { model: string }).model);
    }
    deepEqual(chosen, ['large', 'tiny mini', 'huge', 'huge']);
  });
});
