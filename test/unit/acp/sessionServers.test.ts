import { deepEqual, equal, ok } from 'node:assert/strict';
import path from 'node:path';
import * as fc from 'fast-check';
import { sessionRoots, type SessionRoots } from '../../../src/core/acp/sessionRoots';
import { listedRoots, noExposure, type Exposure } from '../../../src/core/consent/exposure';
import { Ledger } from '../../../src/core/consent/ledger';
import { ServerExposure } from '../../../src/core/consent/serverExposure';
import { SharingState } from '../../../src/core/consent/sharingState';
import { Emitter } from '../../../src/core/event';
import { asRealPath, type RealPath } from '../../../src/core/roots/realPath';
import { SessionClient } from '../../../src/node/acp/sessionServers';
import { choice, FakeClock, FakeStore, plainWriter, server } from '../consent/fakes';
import { available, catalogOf, entry, FakeDisk } from '../roots/catalogBench';

/** Two of one name: what one of them is called must not tell of the other. */
const folders = ['/w/app', '/w/docs', '/v/app', '/w/app/inner'];

/** A server, an agent and a session of it over one disk, one ledger and one catalog. */
async function bench() {
  const disk = new FakeDisk(...folders);
  const { catalog } = await catalogOf(disk, ...folders.map((each) => entry(each)));
  const ledger = new Ledger(new FakeStore(), new FakeClock(), path.posix);
  const sharingState = new SharingState();
  sharingState.turn({ sharing: true, trusted: true });
  const sources = { catalog, ledger, sharingState, writer: plainWriter };
  const follow = (exposure: ServerExposure, by: string) => {
    exposure.follow({ fingerprint: server(by), declare: true, primary: undefined });
    return exposure;
  };
  const choices = { isGiven: () => true, onDidChange: new Emitter<void>().event };
  // In both orders an event may come to one before the other.
  const early = new ServerExposure(sources);
  const agent = follow(new ServerExposure(sources), 'claude');
  const session = new SessionClient(
    {
      exposure: agent,
      fingerprint: server('claude'),
      isGranted: ({ grantable }) =>
        grantable !== undefined &&
        ledger.nearest({ server: server('claude'), folder: grantable })?.verdict === 'allow',
    },
    choices,
  );
  const bounded = follow(new ServerExposure(sources, session.bounds), 'git');
  follow(early, 'git');
  return { disk, catalog, ledger, sharingState, agent, own: early, session, bounded };
}

const paths = ({ roots }: Exposure) => roots.map(({ folder }) => folder);

function rootsOf(exposure: ServerExposure, primary?: string): SessionRoots {
  const choice = { primary: primary === undefined ? undefined : asRealPath(primary) };
  const roots = sessionRoots(paths(exposure.current), { ...choice, takesAdditional: true, flavour: 'posix' });
  ok(roots);
  return roots;
}

const folder = fc.constantFrom(...folders);
const step = fc.oneof(
  fc.record({
    does: fc.constant('decide' as const),
    by: fc.constantFrom('git', 'claude'),
    folder,
    verdict: fc.constantFrom('allow' as const, 'deny' as const, 'withdraw' as const),
  }),
  fc.record({ does: fc.constant('tell' as const), folders: fc.shuffledSubarray(folders, { minLength: 1 }) }),
  fc.record({ does: fc.constantFrom('vanish' as const, 'come back' as const, 'swap' as const), folder }),
  fc.record({ does: fc.constant('entries' as const), folders: fc.shuffledSubarray(folders) }),
  fc.record({ does: fc.constantFrom('sharing' as const, 'trusted' as const), on: fc.boolean() }),
);

describe('A server that was handed over to a session of an agent', function () {
  this.timeout(60_000);

  it('sees exactly what it and the session may see, in the order of the session, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
        const { disk, catalog, ledger, sharingState, agent, own, session, bounded } = await bench();
        let told: readonly RealPath[] = [];
        const isAllowed = (by: string, of: RealPath) =>
          ledger.nearest({ server: server(by), folder: of })?.verdict === 'allow';
        bounded.onDidChange((next) => {
          // Also while others do not know it yet.
          for (const of of paths(next)) {
            ok(isAllowed('git', of) && isAllowed('claude', of) && told.includes(of));
          }
          deepEqual(next, bounded.current);
        });
        const check = () => {
          const [cwd] = told;
          const has = paths(agent.current);
          const remaining =
            cwd !== undefined && has.includes(cwd) ? told.filter((of) => has.includes(of)) : [];
          const expected = remaining.filter((of) => paths(own.current).includes(of));
          deepEqual(paths(bounded.current), expected);
          const names = bounded.current.roots.map(({ name }) => name);
          const plain = expected.map((of) => path.posix.basename(of));
          const isDouble = plain.filter((name) => name === 'app').length > 1;
          deepEqual(names.includes('app (2)'), isDouble);
          for (const { folder: of } of bounded.current.lapsed.values()) {
            ok(isAllowed('git', of as RealPath) && isAllowed('claude', of as RealPath));
          }
        };
        await ledger.decide(
          ['git', 'claude'].flatMap((by) => folders.map((of) => choice(of, 'allow', by))),
          'session',
        );
        const tell = (all: readonly string[]) => {
          told = all.map(asRealPath);
          const [cwd, ...additional] = told;
          if (cwd !== undefined) session.follow({ cwd, additional, unseen: [] });
        };
        check();
        tell(['/w/docs', '/w/app', '/v/app']);
        for (const each of steps) {
          switch (each.does) {
            case 'decide':
              if (each.verdict === 'withdraw') await ledger.withdraw([choice(each.folder, 'allow', each.by)]);
              else await ledger.decide([choice(each.folder, each.verdict, each.by)], 'session');
              break;
            case 'tell':
              tell(each.folders);
              break;
            case 'vanish':
              disk.folders.delete(each.folder);
              await catalog.look();
              break;
            case 'come back':
              disk.folders.set(each.folder, available(each.folder));
              await catalog.look();
              break;
            case 'swap':
              disk.folders.set(each.folder, available(each.folder, 'another'));
              await catalog.look();
              break;
            case 'entries':
              await catalog.setEntries(each.folders.map((of) => entry(of)));
              break;
            case 'sharing':
              sharingState.turn({ sharing: each.on });
              break;
            case 'trusted':
              sharingState.turn({ trusted: each.on });
          }
          check();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('sees nothing before the session was told anything, and after its end', async () => {
    const { ledger, agent, session, bounded } = await bench();
    await ledger.decide([choice('/w/app'), choice('/w/app', 'allow', 'claude')], 'session');
    deepEqual(bounded.current, noExposure);
    session.follow(rootsOf(agent));
    deepEqual(paths(bounded.current), ['/w/app', '/w/app/inner']);
    session.end();
    deepEqual(listedRoots(bounded.current), []);
    equal(session.isGiven(server('git')), false);
  });

  it('knows what is only not there for now from what was withdrawn, by whomever', async () => {
    const { disk, catalog, ledger, agent, session, bounded } = await bench();
    const both = ['/w/app', '/w/docs'].flatMap((of) => [choice(of), choice(of, 'allow', 'claude')]);
    await ledger.decide(both, 'session');
    session.follow(rootsOf(agent));
    disk.folders.delete('/w/docs');
    await catalog.look();
    deepEqual(
      [...bounded.current.lapsed.values()].map(({ folder: of, why }) => [of, why]),
      [['/w/docs', 'vanished from disk']],
    );
    await ledger.withdraw([choice('/w/docs', 'allow', 'claude')]);
    deepEqual([...bounded.current.lapsed], []);
  });

  it('may be named by its definition what lies in a folder of the session that the agent may see too', async () => {
    const { ledger, agent, session } = await bench();
    await ledger.decide(
      [choice('/w/app', 'allow', 'claude'), choice('/w/docs', 'allow', 'claude')],
      'session',
    );
    const named = (of: string) => ({ name: 'n', path: of, grantable: asRealPath(of), moved: false });
    const may = () => ['/w/app', '/w/app/inner', '/w/docs'].filter((of) => session.mayName(named(of)));
    deepEqual(may(), []);
    session.follow({ cwd: asRealPath('/w/app'), additional: [], unseen: [] });
    deepEqual(may(), ['/w/app', '/w/app/inner']);
    await ledger.decide([choice('/w/app/inner', 'deny', 'claude')], 'session');
    deepEqual(may(), ['/w/app']);
    await ledger.withdraw([choice('/w/app', 'allow', 'claude')]);
    deepEqual(paths(agent.current), ['/w/docs']);
    deepEqual(may(), []);
  });
});
