import { deepEqual, equal } from 'node:assert/strict';
import type { AgentAbilities } from '../../../src/core/acp/agentAnswers';
import type { SessionRoots } from '../../../src/core/acp/sessionRoots';
import { toldAndNow, wayToRetell } from '../../../src/core/acp/toldAndNow';
import { asRealPath } from '../../../src/core/roots/realPath';

const [app, docs, lib] = ['/w/app', '/w/docs', '/w/lib'].map(asRealPath) as [never, never, never];
const told: SessionRoots = { cwd: app, additional: [docs], unseen: [] };
const now = (...additional: never[]): SessionRoots => ({ cwd: app, additional, unseen: [] });

describe('What an open session was told, and would be told now', () => {
  it('is in step while both are the same', () => {
    deepEqual(toldAndNow(told, now(docs)), {
      kind: 'in step',
      told: [app, docs],
      now: [app, docs],
      folders: [
        { folder: app, isCwd: true, standing: 'told' },
        { folder: docs, isCwd: false, standing: 'told' },
      ],
    });
  });

  it('has changed by a folder that was withdrawn, and by one that was granted since', () => {
    deepEqual(toldAndNow(told, now(lib)), {
      kind: 'changed',
      told: [app, docs],
      now: [app, lib],
      folders: [
        { folder: app, isCwd: true, standing: 'told' },
        { folder: docs, isCwd: false, standing: 'withdrawn' },
        { folder: lib, isCwd: false, standing: 'not told yet' },
      ],
    });
  });

  it('has changed by another order of the same folders', () => {
    equal(toldAndNow({ ...told, additional: [docs, lib] }, now(lib, docs)).kind, 'changed');
  });

  it('is stopped without its working directory, with nothing left', () => {
    deepEqual(toldAndNow(told, undefined), {
      kind: 'stopped',
      told: [app, docs],
      now: [],
      folders: [
        { folder: app, isCwd: true, standing: 'withdrawn' },
        { folder: docs, isCwd: false, standing: 'held back' },
      ],
    });
  });

  it('names what an agent that takes a working directory only cannot be told, and has not changed by that', () => {
    const alone: SessionRoots = { cwd: app, additional: [], unseen: [docs] };
    deepEqual(toldAndNow(alone, { ...alone, unseen: [docs, lib] }), {
      kind: 'in step',
      told: [app],
      now: [app],
      folders: [
        { folder: app, isCwd: true, standing: 'told' },
        { folder: docs, isCwd: false, standing: 'cannot be told' },
        { folder: lib, isCwd: false, standing: 'cannot be told' },
      ],
    });
  });
});

describe('An open session is told of other folders', () => {
  it('by resume, else by load, else not at all', () => {
    const able = (resume: boolean, load: boolean): AgentAbilities => ({
      additionalDirectories: true,
      load,
      resume,
      list: true,
      close: true,
      fork: true,
      logout: true,
      images: true,
      embeds: true,
    });
    deepEqual([able(true, true), able(true, false), able(false, true), able(false, false)].map(wayToRetell), [
      'resume',
      'resume',
      'load',
      undefined,
    ]);
  });
});
