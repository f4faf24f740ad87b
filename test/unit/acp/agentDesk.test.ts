import { deepEqual } from 'node:assert/strict';
import type { RealPath } from '../../../src/core/roots/realPath';
import { AgentDesk } from '../../../src/editor/agents/agentDesk';

describe('A question of an agent whose conversation shows the permissions', () => {
  it('is put elsewhere where it is about a program', () => {
    const desk = new AgentDesk();
    const session = { agent: 'a', sessionId: 's' };
    const { signal } = new AbortController();
    const cwd = '/w' as RealPath;
    const program = { ...session, executable: 'make', args: [], env: {}, cwd, root: cwd };
    void desk.commands.ask(program, signal);
    void desk.permissions.ask(
      { ...session, cwd, toolCallId: 'c', title: 'T', places: [], omissions: [], options: [] },
      signal,
    );
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
