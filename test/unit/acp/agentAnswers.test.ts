import { deepEqual } from 'node:assert/strict';
import { readInitializeAnswer, readNewAnswer, readPromptAnswer } from '../../../src/core/acp/agentAnswers';
import { readListAnswer } from '../../../src/core/acp/sessionListing';

const none = {
  additionalDirectories: false,
  load: false,
  resume: false,
  list: false,
  close: false,
  fork: false,
  logout: false,
  images: false,
  embeds: false,
};

describe('What an agent answers', () => {
  it('to initialize says what it can do: an object means yes, left out and null mean no', () => {
    deepEqual(readInitializeAnswer({ protocolVersion: 1 }), {
      kind: 'understood',
      value: { identity: 'an unnamed agent', abilities: none, authMethods: [] },
    });
    const answer = {
      protocolVersion: 1,
      agentInfo: { name: 'claude', title: 'Claude\u202e', version: '1.2' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true },
        sessionCapabilities: { additionalDirectories: {}, resume: null, list: { _meta: {} } },
        auth: { logout: {} },
      },
      authMethods: [{ id: 'login', name: 'Log in' }],
    };
    deepEqual(readInitializeAnswer(answer), {
      kind: 'understood',
      value: {
        identity: 'Claude\\u202e 1.2',
        abilities: {
          ...none,
          additionalDirectories: true,
          load: true,
          list: true,
          logout: true,
          images: true,
        },
        authMethods: [{ kind: 'agent', id: 'login', name: 'Log in', description: undefined }],
      },
    });
  });

  it('to initialize says of each thing by itself that it can do it', () => {
    const all = ['additionalDirectories', 'resume', 'list', 'close', 'fork'] as const;
    for (const one of all) {
      const agentCapabilities = { sessionCapabilities: { [one]: {} } };
      deepEqual(readInitializeAnswer({ protocolVersion: 1, agentCapabilities }), {
        kind: 'understood',
        value: { identity: 'an unnamed agent', abilities: { ...none, [one]: true }, authMethods: [] },
      });
    }
  });

  it('to initialize is not used where it is malformed or of another version', () => {
    const answers = [
      undefined,
      { protocolVersion: 2 },
      { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { additionalDirectories: true } } },
    ];
    deepEqual(
      answers.map((answer) => readInitializeAnswer(answer)),
      [
        { kind: 'wrong', why: 'its answer to "initialize" is malformed' },
        { kind: 'wrong', why: 'it speaks version 2 of ACP; version 1 is needed' },
        {
          kind: 'wrong',
          why: 'its answer to "initialize" is malformed at "agentCapabilities.sessionCapabilities.additionalDirectories"',
        },
      ],
    );
  });

  it('to session/new is an id that is a text, neither empty nor endless', () => {
    deepEqual(readNewAnswer({ sessionId: 'a', modes: null }), {
      kind: 'understood',
      value: { sessionId: 'a', settings: {} },
    });
    const wrong = { kind: 'wrong', why: 'its answer to "session/new" is malformed at "sessionId"' };
    for (const sessionId of [7, '', 'x'.repeat(1025), null]) deepEqual(readNewAnswer({ sessionId }), wrong);
  });

  it('to session/prompt says why the turn is over', () => {
    deepEqual(readPromptAnswer({ stopReason: 'end_turn' }), { kind: 'understood', value: 'end_turn' });
    deepEqual(readPromptAnswer({}), {
      kind: 'wrong',
      why: 'its answer to "session/prompt" is malformed at "stopReason"',
    });
  });

  it('to session/list has only whole sessions with absolute paths', () => {
    const good = { sessionId: 'a', cwd: '/w', additionalDirectories: ['/x'], title: 'T\n', updatedAt: 'now' };
    const sessions = [
      good,
      { sessionId: 'b', cwd: '/w' },
      { sessionId: 7, cwd: '/w' },
      { sessionId: 'c', cwd: '../x' },
      { sessionId: 'd', cwd: '/w', additionalDirectories: ['rel', 5, null] },
      { sessionId: 'e', cwd: '/w', additionalDirectories: ['rel'] },
      { sessionId: 'f', cwd: '/w', additionalDirectories: null },
      { sessionId: 'g', cwd: '/w', additionalDirectories: [] },
      null,
    ];
    deepEqual(readListAnswer({ sessions, nextCursor: 'n' }, 'posix'), {
      kind: 'understood',
      value: {
        sessions: [
          { sessionId: 'a', cwd: '/w', additional: ['/x'], title: 'T\\n', updatedAt: 'now' },
          { sessionId: 'b', cwd: '/w', additional: undefined, title: undefined, updatedAt: undefined },
          { sessionId: 'g', cwd: '/w', additional: [], title: undefined, updatedAt: undefined },
        ],
        nextCursor: 'n',
        malformed: 6,
      },
    });
    deepEqual(readListAnswer({ sessions: {} }, 'posix'), {
      kind: 'wrong',
      why: 'its answer to "session/list" is malformed',
    });
  });
});
