import { deepEqual } from 'node:assert/strict';
import {
  decideRun,
  decideSession,
  type RunDecision,
  type RunFacts,
  type SessionDecision,
  type SessionFacts,
} from '../../../src/core/running/runPolicy';

const keep = { do: 'keep' } as const;
const notify = { do: 'notify' } as const;
const stop = (why: string) => ({ do: 'stop', why }) as const;
const replace = (why: string) => ({ do: 'replace', why }) as const;

const refused = { name: 'web', isMoved: false, wasGranted: true };

describe('What a change does to something that runs (rule 17)', () => {
  const rows: readonly (readonly [what: string, facts: RunFacts, decision: RunDecision])[] = [
    ['nothing is otherwise', {}, keep],
    [
      'the workspace is not trusted any more',
      { workspace: 'not trusted' },
      stop('this workspace is not trusted'),
    ],
    [
      'its definition is another',
      { redefined: 'its definition has changed' },
      stop('its definition has changed'),
    ],
    [
      'a wider scope defines its name',
      { definition: 'shadowed' },
      stop('a wider scope defines a server of the same name'),
    ],
    ['its approval is taken back', { definition: 'not approved' }, stop('its definition is not approved')],
    ['its client was removed', { client: 'removed' }, stop('it may not use this server any more')],
    ['its agent is not given it', { client: 'not given it' }, stop('its agent is not given it any more')],
    [
      'a folder that its definition names is withdrawn',
      { refused },
      stop('its definition names the folder "web", which is not granted any more'),
    ],
    [
      'a folder comes that its definition names',
      { refused: { ...refused, wasGranted: false } },
      stop('its definition names the folder "web", which is not granted'),
    ],
    [
      'another folder lies where its definition names one',
      { refused: { ...refused, isMoved: true } },
      stop('its definition names the folder "web", in whose place another was put'),
    ],
    [
      'the launch of an agent would name other folders',
      { launch: 'another' },
      stop('the folders that its launch names are others now'),
    ],
    [
      'its last folder is gone, and it waits for one',
      { folders: 'none to start with' },
      { do: 'wait', why: 'the last folder that it may see is gone' },
    ],
  ];
  for (const [what, facts, decision] of rows) {
    it(`${what}: ${decision.do}`, () => deepEqual(decideRun('server', facts), decision));
  }

  it('the strictest of all that is otherwise counts, in the order of the rows', () => {
    const all: RunFacts = Object.assign({}, ...rows.map(([, facts]) => facts));
    const order = ['workspace', 'redefined', 'definition', 'client', 'refused', 'launch', 'folders'] as const;
    const left = { ...all };
    const decisions = order.map((fact) => {
      const decision = decideRun('agent', left);
      delete (left as { [key in typeof fact]?: unknown })[fact];
      return decision;
    });
    deepEqual(decisions, [
      stop('this workspace is not trusted'),
      stop('its definition has changed'),
      stop('its definition is not approved'),
      stop('its agent is not given it any more'),
      stop('its definition names the folder "web", in whose place another was put'),
      stop('the folders that its launch names are others now'),
      { do: 'wait', why: 'the last folder that it may see is gone' },
    ]);
    deepEqual(decideRun('agent', left), keep);
  });

  it('an agent is called one', () => {
    deepEqual(
      decideRun('agent', { definition: 'shadowed' }),
      stop('a wider scope defines an agent of the same name'),
    );
  });
});

describe('What a change does to a session of a server (rules 7 and 17)', () => {
  const withdrawn = replace('a folder that it knew was withdrawn');
  const emptied = replace('the last folder that it knew is gone');
  const others = replace('it is started with other folders');
  const atStart = replace('a folder that it was started with was withdrawn');
  const silent = replace('it did not ask for its new list in time');
  const rows: readonly (readonly [
    what: string,
    facts: SessionFacts,
    restart: SessionDecision,
    notified: SessionDecision,
  ])[] = [
    ['nothing is otherwise', {}, keep, keep],
    ['it knows nothing that is gone', { narrowing: 'none' }, keep, keep],
    ['a folder that it knows is withdrawn', { narrowing: 'withdrawn' }, withdrawn, notify],
    ['a folder that it knows left the workspace', { narrowing: 'left' }, notify, notify],
    ['the last folder that it knows left the workspace', { narrowing: 'emptied' }, emptied, notify],
    ['its launch would name other folders', { launch: 'another' }, others, others],
    ['it does not ask for its new list', { asked: 'not in time' }, silent, keep],
    ['its launch named a folder that is withdrawn by now', { launch: 'withdrawn' }, atStart, atStart],
    ['both', { narrowing: 'withdrawn', launch: 'another' }, withdrawn, notify],
  ];
  for (const [what, facts, restart, notified] of rows) {
    it(`${what}: ${restart.do}, with "notify" ${notified.do}`, () => {
      deepEqual([decideSession('restart', facts), decideSession('notify', facts)], [restart, notified]);
    });
  }
});
