import { deepEqual, equal } from 'node:assert/strict';
import { PendingQuestions } from '../../../src/core/acp/pendingQuestions';

interface Question {
  readonly agent: string;
  readonly sessionId: string;
  readonly title: string;
}

describe('The questions of agents', () => {
  const unheard = new AbortController().signal;
  const about = (title: string): Question => ({ agent: 'a', sessionId: '1', title });
  const titles = ({ open }: PendingQuestions<Question, string>) => open.map(({ question }) => question.title);

  it('wait in order, and the first answer to each counts', async () => {
    const desk = new PendingQuestions<Question, string>('nobody');
    const answers = [desk.ask(about('one'), unheard), desk.ask(about('two'), unheard)];
    deepEqual(titles(desk), ['one', 'two']);
    const [first, second] = desk.open;
    second?.answer('yes');
    second?.answer('no');
    deepEqual(titles(desk), ['one']);
    deepEqual([first?.over.aborted, second?.over.aborted], [false, true]);
    first?.answer('no');
    deepEqual(await Promise.all(answers), ['no', 'yes']);
  });

  it('are over without an answer once nobody waits for it, and whoever shows them hears of it', async () => {
    const desk = new PendingQuestions<Question, string>('nobody');
    const counts: number[] = [];
    desk.onDidChange(() => counts.push(desk.open.length));
    const asker = new AbortController();
    const answer = desk.ask(about('one'), asker.signal);
    const [open] = desk.open;
    asker.abort();
    open?.answer('yes');
    equal(await answer, 'nobody');
    equal(open?.over.aborted, true);
    equal(await desk.ask(about('too late'), asker.signal), 'nobody');
    deepEqual(counts, [1, 0]);
  });

  it('are all left unanswered at the end', async () => {
    const desk = new PendingQuestions<Question, string>('nobody');
    const answers = [desk.ask(about('one'), unheard), desk.ask(about('two'), unheard)];
    desk.dispose();
    deepEqual(await Promise.all(answers), ['nobody', 'nobody']);
  });

  it('belong to a face that takes the session, for as long as any does', () => {
    const desk = new PendingQuestions<Question, string>('nobody');
    const taken = () => ['1', '2'].map((sessionId) => desk.isTaken({ agent: 'a', sessionId }));
    const one = desk.take({ agent: 'a', sessionId: '1' });
    const two = desk.take({ agent: 'a', sessionId: '1' });
    deepEqual(taken(), [true, false]);
    one.dispose();
    one.dispose();
    deepEqual(taken(), [true, false]);
    two.dispose();
    deepEqual(taken(), [false, false]);
  });
});
