import { deepEqual } from 'node:assert/strict';
import type { RealPath } from '../../../src/core/roots/realPath';
import { AgentDesk } from '../../../src/editor/agents/agentDesk';

const cwd = '/w' as RealPath;
const { signal } = new AbortController();

/** Puts questions of a session to a desk. */
function questionsOf(desk: AgentDesk, session: { readonly agent: string; readonly sessionId: string }) {
  return {
    runProgram: (executable: string) =>
      void desk.commands.ask({ ...session, executable, args: [], env: {}, cwd, root: cwd }, signal),
    permission: (title: string) =>
      void desk.permissions.ask(
        { ...session, cwd, toolCallId: 'c', title, places: [], omissions: [], options: [] },
        signal,
      ),
  };
}

describe('The questions of agents, of both kinds', () => {
  it('stand in the order in which they were put', () => {
    const desk = new AgentDesk();
    const put = questionsOf(desk, { agent: 'a', sessionId: 's' });
    put.permission('first');
    put.runProgram('second');
    put.permission('third');
    put.runProgram('fourth');
    const texts = () =>
      desk.open.map((each) =>
        each.kind === 'permission' ? each.open.question.title : each.open.question.executable,
      );
    deepEqual(texts(), ['first', 'second', 'third', 'fourth']);
    desk.permissions.open[0]?.answer({ kind: 'cancelled' });
    deepEqual(texts(), ['second', 'third', 'fourth']);
    desk.dispose();
    deepEqual(texts(), []);
  });
});

describe('A question of an agent whose conversation shows the permissions', () => {
  it('is put elsewhere where it is about a program', () => {
    const desk = new AgentDesk();
    const session = { agent: 'a', sessionId: 's' };
    const put = questionsOf(desk, session);
    put.runProgram('make');
    put.permission('T');
    const shown = () =>
      [...desk.permissions.open, ...desk.commands.open].map((each) => desk.isInConversation(each));
    deepEqual(shown(), [false, false]);
    const taken = desk.permissions.take(session);
    deepEqual(shown(), [true, false]);
    taken.dispose();
    deepEqual(shown(), [false, false]);
    desk.dispose();
  });
});
