import { deepEqual, equal } from 'node:assert/strict';
import type { AgentAbilities } from '../../../src/core/acp/agentAnswers';
import { isBehind, notReopenedText, reopening, type ReopeningWish } from '../../../src/core/acp/reopening';
import { asRealPath } from '../../../src/core/roots/realPath';
import { server } from '../consent/fakes';

const [app, docs, lib] = ['/w/app', '/w/docs', '/w/lib'].map(asRealPath) as [never, never, never];
const abilities: AgentAbilities = {
  additionalDirectories: true,
  load: true,
  resume: true,
  list: true,
  close: true,
  fork: true,
  logout: false,
  images: true,
  embeds: true,
};
const record = { agent: server('claude'), sessionId: 's', cwd: app, additional: [docs], sentAt: 1 };
const listed = {
  sessionId: 's',
  cwd: '/w/app',
  additional: ['/w/docs'],
  title: undefined,
  updatedAt: undefined,
};
const wish: ReopeningWish = {
  way: 'load',
  folders: 'as before',
  record,
  listed: undefined,
  exposed: [app, docs, lib],
  abilities,
  flavour: 'posix',
};

describe('Opening a session of an agent again', () => {
  it('sends the whole list that it had, whatever it is opened by', () => {
    for (const way of ['load', 'resume', 'fork'] as const) {
      deepEqual(reopening({ ...wish, way }), {
        kind: 'open',
        roots: { cwd: app, additional: [docs], unseen: [] },
      });
    }
  });

  it('sends less where a folder was withdrawn', () => {
    const roots = { cwd: app, additional: [], unseen: [] };
    deepEqual(reopening({ ...wish, exposed: [lib, app] }), { kind: 'open', roots });
  });

  it('sends all that the agent may see where that is wished, the working directory staying what it was', () => {
    const roots = { cwd: app, additional: [lib, docs], unseen: [] };
    deepEqual(reopening({ ...wish, folders: 'all', exposed: [lib, docs, app] }), { kind: 'open', roots });
  });

  it('sends of chosen folders only what the agent may see, in the order of those', () => {
    const roots = { cwd: app, additional: [docs], unseen: [] };
    deepEqual(reopening({ ...wish, folders: [lib, docs], exposed: [docs, app] }), { kind: 'open', roots });
  });

  it('sends the working directory alone to an agent that takes no more', () => {
    const roots = { cwd: app, additional: [], unseen: [docs] };
    const one = { ...abilities, additionalDirectories: false };
    deepEqual(reopening({ ...wish, abilities: one }), { kind: 'open', roots });
  });

  it('is refused once the working directory was withdrawn', () => {
    deepEqual(reopening({ ...wish, exposed: [docs, lib] }), { kind: 'cwd withdrawn', cwd: app });
  });

  it('is refused with another working directory than its own', () => {
    deepEqual(reopening({ ...wish, cwd: '/w/lib' }), { kind: 'other cwd', cwd: app });
    equal(reopening({ ...wish, cwd: '/w/app' }).kind, 'open');
  });

  it('is refused where nobody knows its working directory', () => {
    deepEqual(reopening({ ...wish, record: undefined }), { kind: 'unknown session' });
  });

  it('is refused where the agent does not offer it', () => {
    for (const way of ['load', 'resume', 'fork'] as const) {
      deepEqual(reopening({ ...wish, way, abilities: { ...abilities, [way]: false } }), {
        kind: 'not offered',
      });
    }
  });

  it('takes the word of our record, and nothing of what the agent reports besides', () => {
    const other = { ...listed, cwd: '/w/lib', additional: ['/w/docs', '/etc'] };
    const roots = { cwd: app, additional: [docs], unseen: [] };
    deepEqual(reopening({ ...wish, listed: other }), { kind: 'open', roots });
  });

  it('needs every folder of a session that is known by its agent’s report only', () => {
    const reported = { ...wish, record: undefined, listed };
    const roots = { cwd: app, additional: [docs], unseen: [] };
    deepEqual(reopening(reported), { kind: 'open', roots });
    deepEqual(reopening({ ...reported, exposed: [app] }), { kind: 'needs consent', folders: ['/w/docs'] });
    deepEqual(reopening({ ...reported, exposed: [] }), {
      kind: 'needs consent',
      folders: ['/w/app', '/w/docs'],
    });
  });

  it('is refused in words that say what to do', () => {
    const begin = 'Begin a new one.';
    const texts = [
      notReopenedText('s', { kind: 'not offered' }),
      notReopenedText('s', { kind: 'unknown session' }),
      notReopenedText('s', { kind: 'other cwd', cwd: '/a' }),
      notReopenedText('s', { kind: 'cwd withdrawn', cwd: app }),
      notReopenedText('s', { kind: 'needs consent', folders: ['/a', '/b'] }),
    ];
    deepEqual(texts, [
      `The session "s" is not opened: the agent does not offer that. ${begin}`,
      `The session "s" is not opened: neither this extension nor the agent knows its working directory. ${begin}`,
      `The session "s" is not opened: its working directory is /a and cannot be another. ${begin}`,
      'The session "s" is not opened: its working directory /w/app is not allowed any more. Allow it, or begin a new one with the folders that are.',
      'The session "s" is not opened: the agent says that it has /a, /b. Allow what of it this workspace has, or begin a new one.',
    ]);
  });
});

describe('A session of an agent', () => {
  it('is behind when it would be told another list now', () => {
    const now = { cwd: app, additional: [docs], unseen: [] };
    equal(isBehind(record, now), false);
    equal(isBehind(record, { ...now, additional: [] }), true);
    equal(isBehind(record, { ...now, additional: [docs, lib] }), true);
    equal(isBehind(record, undefined), true);
  });
});
