import { deepEqual, rejects } from 'node:assert/strict';
import { OneQuestion } from '../../../src/editor/consent/oneQuestion';

describe('One question at a time', () => {
  const never = new AbortController().signal;

  it('is open; what was not urgent enough to wait is not asked', async () => {
    const questions = new OneQuestion();
    let close = () => {};
    const first = questions.put(() => new Promise<string>((resolve) => (close = () => resolve('first'))));
    deepEqual(await questions.put(() => Promise.resolve('second')), undefined);
    close();
    deepEqual([await first, await questions.put(() => Promise.resolve('third'))], ['first', 'third']);
  });

  it('is followed by those that wait, one after another, in their order', async () => {
    const questions = new OneQuestion();
    const heard: string[] = [];
    let close = () => {};
    const first = questions.put(() => new Promise<void>((resolve) => (close = resolve)));
    const ask = (name: string) => async () => {
      heard.push(`${name} begins`);
      await new Promise(setImmediate);
      heard.push(`${name} ends`);
    };
    const waiting = ['a', 'b', 'c'].map((name) => questions.inTurn(ask(name), never));
    await new Promise(setImmediate);
    deepEqual(heard, []);
    close();
    await Promise.all([first, ...waiting]);
    deepEqual(heard, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('is what the user began, at once; what comes meanwhile waits until it is over', async () => {
    const questions = new OneQuestion();
    const heard: string[] = [];
    let close = () => {};
    const form = questions.ofUser(() => new Promise<string>((resolve) => (close = () => resolve('form'))));
    const late = questions.inTurn(() => Promise.resolve(heard.push('late')), never);
    await new Promise(setImmediate);
    deepEqual(heard, []);
    close();
    deepEqual([await form, await late], ['form', 1]);
  });

  it('gives way to what the user begins', async () => {
    const questions = new OneQuestion();
    void questions.put(() => new Promise(() => {}));
    deepEqual(await questions.ofUser(() => Promise.resolve('form')), 'form');
  });

  it('is what the user began, also once the one that it closed is over', async () => {
    const questions = new OneQuestion();
    const heard: string[] = [];
    let close = () => {};
    const first = questions.inTurn(() => new Promise<void>((resolve) => (close = resolve)), never);
    const waiting = questions.inTurn(() => Promise.resolve(heard.push('waiting')), never);
    let answer = () => {};
    const form = questions.ofUser(() => {
      close();
      return new Promise<void>((resolve) => (answer = resolve));
    });
    await first;
    const late = questions.inTurn(() => Promise.resolve(heard.push('late')), never);
    const refused = await questions.put(() => Promise.resolve(heard.push('not urgent')));
    await new Promise(setImmediate);
    deepEqual({ heard, refused }, { heard: [], refused: undefined });
    answer();
    await Promise.all([form, waiting, late]);
    deepEqual(heard, ['waiting', 'late']);
  });

  it('is also one that the user turned away from and that is not over', async () => {
    const questions = new OneQuestion();
    const heard: string[] = [];
    let close = () => {};
    const first = questions.put(() => new Promise<void>((resolve) => (close = resolve)));
    await questions.ofUser(() => Promise.resolve());
    const waiting = questions.inTurn(() => Promise.resolve(heard.push('waiting')), never);
    await new Promise(setImmediate);
    deepEqual(heard, []);
    close();
    await Promise.all([first, waiting]);
    deepEqual(heard, ['waiting']);
  });

  it('is not put any more once nobody waits for its answer', async () => {
    const questions = new OneQuestion();
    let close = () => {};
    const first = questions.put(() => new Promise<void>((resolve) => (close = resolve)));
    const controller = new AbortController();
    const given = new Error('taken back');
    let isAsked = false;
    const second = rejects(
      questions.inTurn(() => {
        isAsked = true;
        return Promise.resolve();
      }, controller.signal),
      given,
    );
    controller.abort(given);
    close();
    await Promise.all([first, second]);
    deepEqual(isAsked, false);
  });

  it('ends also when it fails', async () => {
    const questions = new OneQuestion();
    await rejects(
      questions.put(() => Promise.reject(new Error('failed'))),
      /failed/,
    );
    deepEqual(await questions.inTurn(() => Promise.resolve(1), never), 1);
  });
});
