import path from 'node:path';
import type { Decision, Fingerprint } from '../../src/core/consent/decision';
import { Ledger } from '../../src/core/consent/ledger';
import { ServerExposure } from '../../src/core/consent/serverExposure';
import { SharingState } from '../../src/core/consent/sharingState';
import { asRealPath } from '../../src/core/roots/realPath';
import { Catalog } from '../../src/core/roots/catalog';
import { decision, FakeClock, FakeStore, plainWriter, server } from '../unit/consent/fakes';
import { entry, FakeDisk } from '../unit/roots/catalogBench';
import type { Effort } from './effort';
import { boundRow, duration, inTurns, median, timed, type Row } from './measure';

interface World {
  readonly servers: readonly Fingerprint[];
  readonly folders: readonly string[];
  readonly decisions: readonly Decision[];
  readonly catalog: Catalog;
}

/** 100 servers, 1,000 candidates, 10,000 decisions: one more decision, and everything from the start. */
export async function measureExposing(effort: Effort): Promise<readonly Row[]> {
  const [whole, half] = [await worldOf(100, 1000, 100), await worldOf(50, 1000, 100)];
  const loads = await inTurns(
    effort(9),
    async () => [await timed(() => load(whole).dispose())],
    async () => [await timed(() => load(half).dispose())],
  );
  const took = median(loads.flatMap(({ ours }) => ours));
  const growth = median(loads.map(({ ours, theirs }) => (ours[0] ?? 0) / (theirs[0] ?? 1)));
  return [
    ...(await oneDecision(whole, effort(30))),
    boundRow('load of 100 servers, 1,000 candidates, 10,000 decisions', took, 1000, duration),
    {
      what: 'the same load against that of half the servers and decisions',
      against: 'linear: 2',
      measured: growth.toFixed(2),
      target: '<= 2.4',
      verdict: growth <= 2.4 ? 'met' : `missed by ${(growth - 2.4).toFixed(2)}`,
      numbers: { growth },
    },
  ];
}

async function oneDecision(world: World, rounds: number): Promise<readonly Row[]> {
  const loaded = load(world);
  const by = world.servers[0] ?? server('none');
  let turn = 0;
  const decide = (duration: 'session' | 'always') => async () => {
    const folder = asRealPath(world.folders[(turn += 1) % world.folders.length] ?? '/');
    const verdict = turn % 3 === 0 ? 'deny' : 'allow';
    return [await timed(() => loaded.ledger.decide([{ server: by, folder, verdict }], duration))];
  };
  const scan = async () => [await timed(() => plainScan(world, loaded.ledger.decisions))];
  const rows: Row[] = [];
  for (const kept of ['session', 'always'] as const) {
    const pairs = await inTurns(rounds, decide(kept), scan);
    const [ours, theirs] = [median(pairs.flatMap((p) => p.ours)), median(pairs.flatMap((p) => p.theirs))];
    const factor = theirs / ours;
    rows.push({
      what: `exposure of 100 servers over 1,000 candidates and 10,000 decisions, one more (${kept})`,
      against: 'a plain scan',
      measured: `${factor.toFixed(0)} times faster (${duration(ours)} against ${duration(theirs)})`,
      target: '>= 20 times faster',
      verdict: factor >= 20 ? 'met' : `missed by ${(20 - factor).toFixed(1)}`,
      numbers: { factor, ours, theirs },
    });
  }
  loaded.dispose();
  return rows;
}

function load({ servers, decisions, catalog }: World): { readonly ledger: Ledger; dispose(): void } {
  const ledger = new Ledger(new FakeStore(...decisions), new FakeClock(), path);
  const sharingState = new SharingState();
  sharingState.turn({ sharing: true, trusted: true });
  const exposures = servers.map((fingerprint) => {
    const exposure = new ServerExposure({ catalog, ledger, sharingState, writer: plainWriter });
    exposure.follow({ fingerprint, declare: true, primary: undefined });
    return exposure;
  });
  return {
    ledger,
    dispose: () => {
      for (const exposure of exposures) exposure.dispose();
      ledger.dispose();
    },
  };
}

/** What every exposure is, found by looking through the decisions of its server for each candidate. */
function plainScan({ servers, catalog }: World, decisions: readonly Decision[]): number {
  let roots = 0;
  for (const fingerprint of servers) {
    const own = decisions.filter((each) => each.server === fingerprint);
    for (const { availability } of catalog.candidates) {
      if (availability.kind !== 'available') continue;
      const { realPath } = availability;
      const around = own.filter(
        ({ folder }) => realPath === folder || realPath.startsWith(folder === '/' ? folder : `${folder}/`),
      );
      const nearest = around.reduce<Decision | undefined>(
        (best, each) => (best !== undefined && best.folder.length > each.folder.length ? best : each),
        undefined,
      );
      if (nearest?.verdict === 'allow') roots += 1;
    }
  }
  return roots;
}

async function worldOf(serverCount: number, candidates: number, decisionsEach: number): Promise<World> {
  const folders = Array.from({ length: candidates }, (_, i) => `/work/team-${i % 10}/project-${i}`);
  const catalog = new Catalog(new FakeDisk(...folders).look, new FakeClock());
  await catalog.setEntries(folders.map((folder) => entry(folder)));
  const names = Array.from({ length: serverCount }, (_, i) => `server-${i}`);
  const decisions = names.flatMap((name, i) =>
    Array.from({ length: decisionsEach }, (_, j) =>
      decision(
        folders[(i * 37 + j * 7) % candidates] ?? '/',
        j % 4 === 0 ? 'deny' : 'allow',
        j,
        'always',
        name,
      ),
    ),
  );
  return { servers: names.map(server), folders, decisions, catalog };
}
