import { deepEqual, doesNotMatch, equal, match, notEqual, rejects } from 'node:assert/strict';
import type { InputDefinition } from '../../../src/core/inputs/inputDefinition';
import type { Scope } from '../../../src/core/servers/definition';
import { answersInMemory, type AnswerSecrets } from '../../../src/node/inputs/answerSecrets';
import { InputAnswers } from '../../../src/node/inputs/inputAnswers';
import { KeptLog, Surroundings, testKey } from '../stores/surroundings';

const user: Scope = { kind: 'user' };
const folder: Scope = { kind: 'folder', uri: 'file:///w/web', name: 'web' };
const token: InputDefinition = {
  kind: 'text',
  id: 'token',
  description: 'API key',
  default: undefined,
  password: true,
};
const region: InputDefinition = {
  kind: 'pick',
  id: 'region',
  description: undefined,
  default: undefined,
  options: [{ label: 'eu', value: 'eu' }],
};

describe('InputAnswers', () => {
  const surroundings = new Surroundings();

  function answers(secrets: AnswerSecrets, workspace = 'w', log = new KeptLog()): InputAnswers {
    return surroundings.add(new InputAnswers(secrets, { key: testKey, workspace }, log));
  }

  it('gives an answer back, an empty one too, and only what was answered', async () => {
    const own = answers(answersInMemory());
    const empty = { ...token, id: 'empty' };
    await own.keep(user, token, 's3cret');
    await own.keep(user, empty, '');
    deepEqual(
      await own.of({ scope: user, inputs: [token, empty, region] }),
      new Map([
        ['token', 's3cret'],
        ['empty', ''],
      ]),
    );
  });

  const others: readonly (readonly [string, Scope, InputDefinition])[] = [
    ['of another scope', { kind: 'workspace' }, token],
    ['of a folder', folder, token],
    ['with another description', user, { ...token, description: 'Your password' }],
    ['that is shown while it is typed', user, { ...token, password: false }],
    ['with another default', user, { ...token, default: 'x' }],
    ['of another id', user, { ...token, id: 'token2' }],
    ['of another kind', user, { ...region, id: 'token', description: 'API key' }],
  ];
  for (const [what, scope, input] of others) {
    it(`gives it to no input ${what}`, async () => {
      const own = answers(answersInMemory());
      await own.keep(user, token, 's3cret');
      deepEqual(await own.of({ scope, inputs: [input] }), new Map());
    });
  }

  for (const scope of [{ kind: 'workspace' }, folder] as const) {
    it(`gives the answer for ${scope.kind} settings to no other workspace, and that for the user to all`, async () => {
      const secrets = answersInMemory();
      await answers(secrets, 'a').keep(scope, token, 'of a');
      await answers(secrets, 'a').keep(user, token, 'of mine');
      deepEqual(await answers(secrets, 'a').of({ scope, inputs: [token] }), new Map([['token', 'of a']]));
      deepEqual(await answers(secrets, 'b').of({ scope, inputs: [token] }), new Map());
      deepEqual(
        await answers(secrets, 'b').of({ scope: user, inputs: [token] }),
        new Map([['token', 'of mine']]),
      );
    });
  }

  it('forgets one, or every one of every workspace and nothing else that is secret', async () => {
    const secrets = answersInMemory();
    await secrets.store('mcpRoots.installKey', 'k');
    const [a, b] = [answers(secrets, 'a'), answers(secrets, 'b')];
    await a.keep(folder, token, '1');
    await b.keep(folder, token, '2');
    await b.keep(folder, region, 'eu');
    await b.forget(folder, token);
    deepEqual(await b.of({ scope: folder, inputs: [token, region] }), new Map([['region', 'eu']]));
    equal(await b.forgetAll(), 2);
    deepEqual(await secrets.keys(), ['mcpRoots.installKey']);
  });

  it('tells every window of another answer, and of no other secret', async () => {
    const secrets = answersInMemory();
    let heard = 0;
    surroundings.add(answers(secrets, 'a').onDidChange(() => (heard += 1)));
    await secrets.store('mcpRoots.installKey', 'k');
    equal(heard, 0);
    await answers(secrets, 'b').keep(user, token, '1');
    equal(heard, 1);
  });

  it('takes for no answer what is not one: damaged, or no option any more', async () => {
    const secrets = answersInMemory();
    const own = answers(secrets);
    for (const text of ['', '{', '7', '[7]', '"eu"', '["us"]']) {
      await secrets.store(own.nameOf(user, region), text);
      deepEqual(await own.of({ scope: user, inputs: [region] }), new Map(), text);
    }
  });

  it('takes for unanswered what cannot be read, and says so', async () => {
    const log = new KeptLog();
    const locked = { ...answersInMemory(), get: () => Promise.reject(new Error('locked')) };
    deepEqual(await answers(locked, 'w', log).of({ scope: user, inputs: [token] }), new Map());
    deepEqual(log.warnings, ['The secret storage cannot be read: locked']);
  });

  it('says that an answer could not be kept, and never which', async () => {
    const full = {
      ...answersInMemory(),
      store: (_: string, value: string) => Promise.reject(new Error(value)),
    };
    await rejects(answers(full).keep(user, token, 's3cret'), (error: Error) => {
      match(error.message, /could not be kept/u);
      doesNotMatch(`${error.message} ${String(error.cause)} ${error.stack}`, /s3cret/u);
      return true;
    });
  });

  it('has a mark for comparing, another one for other answers', () => {
    const own = answers(answersInMemory());
    equal(own.markOf(new Map([['a', '1']])), own.markOf(new Map([['a', '1']])));
    notEqual(own.markOf(new Map([['a', '1']])), own.markOf(new Map([['a', '2']])));
    notEqual(own.markOf(new Map()), own.markOf(new Map([['a', '']])));
  });
});
