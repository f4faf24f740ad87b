import * as fc from 'fast-check';
import { available } from '../roots/catalogBench';
import { ExposureModel } from './exposureModel';

/** `/l` is a link, which leads to one of the others. */
const paths = ['/w', '/w/a', '/w/a/x', '/w/b', '/l'] as const;
const folder = fc.constantFrom('/', '/w', '/w/a', '/w/a/x', '/w/b');
const entryPath = fc.constantFrom(...paths);
const entry = fc.record({ path: entryPath, name: fc.constantFrom('a', 'b', 'a (2)') });

const stat = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(entryPath, fc.constantFrom('/w/a', '/w/b'), fc.constantFrom('i1', 'i2')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('missing' as const, 'no answer' as const, 'not readable' as const),
  },
);

interface Step {
  readonly name: string;
  readonly run: (model: ExposureModel) => void | Promise<void>;
}

const verdict = fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.uniqueArray(entry, { selector: (each) => each.path, maxLength: 5 }).map((entries) => ({
      name: `entries ${entries.map((each) => `${each.name} ${each.path}`).join(', ')}`,
      run: (model: ExposureModel) => model.setEntries(entries),
    })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(entryPath, stat).map(([at, seen]) => ({
      name: `disk ${at} ${String(seen)}`,
      run: (model: ExposureModel) => {
        if (typeof seen === 'string') return model.changeDisk(at, { kind: seen });
        return model.changeDisk(at, available(at === '/l' ? seen[1] : at, seen[2]));
      },
    })),
  },
  { weight: 3, arbitrary: fc.constant({ name: 'look', run: (model: ExposureModel) => model.look() }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(folder, verdict, fc.constantFrom('session' as const, 'always' as const))
      .map(([at, v, d]) => ({
        name: `${v} ${at} ${d}`,
        run: (model: ExposureModel) => model.decide(at, v, d),
      })),
  },
  {
    weight: 2,
    arbitrary: folder.map((at) => ({
      name: `withdraw ${at}`,
      run: (model: ExposureModel) => model.withdraw(at),
    })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(false, false, false, true).map((fails) => ({
      name: fails ? 'a write fails' : 'a write ends',
      run: (model: ExposureModel) => model.finishWrite(fails),
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        folder,
        fc.constantFrom('allow' as const, 'deny' as const, 'undecided' as const),
        fc.constantFrom('git', 'other'),
      )
      .map(([at, v, by]) => ({
        name: `another window: ${v} ${at} to ${by}`,
        run: (model: ExposureModel) => model.anotherWindow(at, v, by),
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record(
        { sharing: fc.constantFrom(true, true, false), trusted: fc.constantFrom(true, true, false) },
        { requiredKeys: [] },
      )
      .map((switches) => ({
        name: `turn ${JSON.stringify(switches)}`,
        run: (model: ExposureModel) => model.turn(switches),
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(folder, fc.constantFrom('i1', 'i2'), fc.constantFrom('session' as const, 'always' as const))
      .map(([at, inode, d]) => ({
        name: `allow ${inode} at ${at} ${d}`,
        run: (model: ExposureModel) => model.decide(at, 'allow', d, inode),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(undefined, 'a', 'b', '/l', '/w/b').map((primary) => ({
      name: `primary ${primary}`,
      run: (model: ExposureModel) => model.follow(primary),
    })),
  },
);

describe('The exposure of a server, whatever happens in whatever order', () => {
  it('is what a plain account of the same events says: granted, available, unmoved, trusted, shared (rules 1, 5, 8)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { maxLength: 30, size: 'max' }),
        async (beginsOn, steps) => {
          const model = new ExposureModel();
          if (beginsOn) {
            for (const at of paths) model.changeDisk(at, available(at === '/l' ? '/w/b' : at));
            model.turn({ sharing: true, trusted: true });
            await model.setEntries(paths.map((at) => ({ path: at, name: 'a' })));
          }
          for (const { run } of steps) {
            await run(model);
            model.check();
          }
        },
      ),
      { numRuns: 1000 },
    );
  }).timeout(60_000);
});
