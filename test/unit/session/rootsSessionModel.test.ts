import * as fc from 'fast-check';
import { SessionModel } from './sessionModel';

type Step = (model: SessionModel) => void;

const number = fc.nat({ max: 7 });

/** Anything that a client, a server, the user, the disk or the clock may do next; what is usual is likelier. */
const step: fc.Arbitrary<{ readonly name: string; readonly run: Step }> = fc.oneof(
  {
    weight: 4,
    arbitrary: named(
      'client asks',
      fc.constant((m: SessionModel) => m.clientAsks('tools/call', { name: 'read' })),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        number,
        fc.constantFrom('exposed', 'exposed', 'withdrawn', 'left the workspace', 'vanished from disk'),
      )
      .map(([folder, standing]) => ({
        name: `${folder} ${standing}`,
        run: (m: SessionModel) => m.setStanding(folder, standing),
      })),
  },
  {
    weight: 3,
    arbitrary: fc.array(number, { maxLength: 2 }).map((told) => ({
      name: `connect [${told.join(',')}]`,
      run: (m: SessionModel) => m.connect(told),
    })),
  },
  {
    weight: 3,
    arbitrary: named(
      'client initializes',
      fc.constant((m: SessionModel) => m.clientInitializes()),
    ),
  },
  {
    weight: 3,
    arbitrary: named(
      'client is initialized',
      fc.constant((m: SessionModel) => m.clientIsInitialized()),
    ),
  },
  {
    weight: 4,
    arbitrary: named(
      'server asks for roots',
      fc.constant((m: SessionModel) => m.serverAsksRoots()),
    ),
  },
  {
    weight: 4,
    arbitrary: number.map((which) => ({
      name: `server answers ${which}`,
      run: (m: SessionModel) => m.serverAnswers(which, 'well'),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(number, fc.constantFrom('an error' as const, 'another server' as const))
      .map(([which, as]) => ({
        name: `server answers ${which} as ${as}`,
        run: (m: SessionModel) => m.serverAnswers(which, as),
      })),
  },
  {
    weight: 3,
    arbitrary: number.map((which) => ({
      name: `time is up ${which}`,
      run: (m: SessionModel) => m.timeIsUp(which),
    })),
  },
  {
    weight: 3,
    arbitrary: named(
      'end of turn',
      fc.constant((m: SessionModel) => m.endTurn()),
    ),
  },
  {
    weight: 1,
    arbitrary: number.map((which) => ({
      name: `client cancels ${which}`,
      run: (m: SessionModel) => m.clientCancels(which),
    })),
  },
  {
    weight: 1,
    arbitrary: number.map((which) => ({
      name: `client answers ${which}`,
      run: (m: SessionModel) => m.clientAnswers(which),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('resources/subscribe', 'resources/unsubscribe'), number)
      .map(([method, which]) => ({
        name: `${method} ${which}`,
        run: (m: SessionModel) => m.clientAsks(method, { uri: `file:///w/${'abc'[which % 3]}/x` }),
      })),
  },
  {
    weight: 2,
    arbitrary: number.map((which) => ({
      name: `server answers ${which} with a task`,
      run: (m: SessionModel) => m.serverAnswers(which, 'a task'),
    })),
  },
  {
    weight: 2,
    arbitrary: number.map((which) => ({
      name: `client asks for task ${which}`,
      run: (m: SessionModel) => m.clientAsksForTask(which),
    })),
  },
  {
    weight: 1,
    arbitrary: number.map((which) => ({
      name: `client tells of progress ${which}`,
      run: (m: SessionModel) => m.clientProgresses(which),
    })),
  },
  {
    weight: 2,
    arbitrary: named(
      'sleep',
      fc.constant((m: SessionModel) => m.sleep()),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'ping',
      fc.constant((m: SessionModel) => m.clientAsks('ping')),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'set level',
      fc.constant((m: SessionModel) => m.clientAsks('logging/setLevel', {})),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((isFaulty) => ({
      name: isFaulty ? 'a fault comes' : 'the fault goes',
      run: (m: SessionModel) => m.setFaulty(isFaulty),
    })),
  },
  {
    weight: 1,
    arbitrary: named(
      'list_changed',
      fc.constant((m: SessionModel) => m.clientSaysListChanged()),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'server asks',
      fc.constant((m: SessionModel) => m.serverAsks()),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'reorder',
      fc.constant((m: SessionModel) => m.reorder()),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'crash',
      fc.constant((m: SessionModel) => m.crash()),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'replace',
      fc.constant((m: SessionModel) => m.replace()),
    ),
  },
);

function named(name: string, step: fc.Arbitrary<Step>): fc.Arbitrary<{ name: string; run: Step }> {
  return step.map((run) => ({ name, run }));
}

/** Most sessions begin as sessions do; the rest begin anyhow. */
const beginning: fc.Arbitrary<Step> = fc.constantFrom<Step[]>(
  () => undefined,
  (m) => {
    m.setStanding(0, 'exposed');
    m.setStanding(1, 'exposed');
    m.connect([]);
    m.clientInitializes();
    m.serverAnswers(0, 'well');
    m.clientIsInitialized();
    m.serverAsksRoots();
  },
);

const sessions = fc.record({
  declare: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  onRevoke: fc.constantFrom('restart' as const, 'notify' as const),
});

describe('RootsSession, whatever happens in whatever order', () => {
  const runs = { numRuns: 2000 };

  function play(
    options: { readonly declare: boolean; readonly onRevoke: 'restart' | 'notify' },
    begin: Step,
    steps: readonly { readonly name: string; readonly run: Step }[],
  ): SessionModel {
    const model = new SessionModel(options);
    begin(model);
    for (const { run } of steps) run(model);
    return model;
  }

  it('tells only what is exposed, answers every ask at once, and answers every request once (rules 3 and 7)', () => {
    fc.assert(
      fc.property(
        sessions,
        beginning,
        fc.array(step, { maxLength: 40, size: 'max' }),
        (options, begin, steps) => {
          play(options, begin, steps).end();
        },
      ),
      runs,
    );
  }).timeout(60_000);

  it('lets no request wait for ever when everyone then does what is expected of them', () => {
    fc.assert(
      fc.property(
        sessions,
        beginning,
        fc.array(step, { maxLength: 30, size: 'max' }),
        (options, begin, steps) => {
          const model = play(options, begin, steps);
          model.settle();
          model.end();
        },
      ),
      runs,
    );
  }).timeout(60_000);
});
