import { deepEqual, equal } from 'node:assert/strict';
import path from 'node:path';
import { consentState } from '../../../src/core/consent/consentState';
import type { Decision, Verdict } from '../../../src/core/consent/decision';
import { exposureOf, type ExposedServer } from '../../../src/core/consent/exposing';
import { listedRoots, type Exposure } from '../../../src/core/consent/exposure';
import { Ledger } from '../../../src/core/consent/ledger';
import { accessRule } from '../../../src/core/consent/accessRule';
import type { Candidate, FolderEntry } from '../../../src/core/roots/candidate';
import { addressKey } from '../../../src/core/roots/grantable';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { catalogOf, entry, FakeDisk } from '../roots/catalogBench';
import { decision, FakeClock, FakeStore, plainWriter, server } from './fakes';

const api = 'https://api.example.com/v1';
const switches = { sharing: true, trusted: true };
const plain: ExposedServer = { fingerprint: server('git'), declare: true, primary: undefined };
const asking: ExposedServer = { ...plain, schemes: ['https'] };

function address(uri: string): FolderEntry {
  return { uri, path: undefined, name: 'v1', origin: 'address' };
}

function about(uri: string, verdict: Verdict): Decision {
  return { ...decision('/', verdict, 1), folder: addressKey(uri) };
}

async function candidates(...entries: readonly FolderEntry[]): Promise<readonly Candidate[]> {
  const { catalog } = await catalogOf(new FakeDisk('/w/v1', '/w/web'), ...entries);
  return catalog.candidates;
}

function expose(
  of: ExposedServer,
  all: readonly Candidate[],
  decisions: readonly Decision[],
  before?: Exposure,
): Exposure {
  const ledger = new Ledger(new FakeStore(...decisions), new FakeClock(), path.posix);
  return exposureOf(of, all, ledger, switches, plainWriter, before);
}

describe('Addresses as roots (rule 4)', () => {
  it('go only to a server that asks for their scheme, after the folders, under names of their own', async () => {
    const all = await candidates(address(api), address('urn:a:b'), entry('/w/v1'));
    const consents = [about(api, 'allow'), about('urn:a:b', 'allow'), decision('/w/v1', 'allow', 1)];
    deepEqual(
      listedRoots(expose(asking, all, consents)).map(({ uri, name }) => [uri, name]),
      [
        ['file:///w/v1', 'v1'],
        [api, 'v1 (2)'],
      ],
    );
    deepEqual(
      listedRoots(expose(plain, all, consents)).map(({ uri }) => uri),
      ['file:///w/v1'],
    );
  });

  it('are no folders: nothing that takes a path is given one', async () => {
    const all = await candidates(address(api));
    const exposure = expose(asking, all, [about(api, 'allow')]);
    deepEqual(exposure.roots, []);
    deepEqual(exposure.others, [{ uri: api, name: 'v1', key: addressKey(api), source: api }]);
  });

  it('are covered by no consent but their own: by none for a folder, and none for an address around', async () => {
    const all = await candidates(address(api));
    const around = ['https://api.example.com', 'https://api.example.com/'].map((uri) => about(uri, 'allow'));
    const folders = ['/', '.', 'https:'].map((folder) => decision(folder, 'allow', 1));
    deepEqual(listedRoots(expose(asking, all, [...around, ...folders])), []);
    deepEqual(listedRoots(expose(asking, all, [about(api, 'deny')])), []);
  });

  it('are withdrawn with their consent, and only gone when they are removed', async () => {
    const all = await candidates(address(api));
    const before = expose(asking, all, [about(api, 'allow')]);
    deepEqual(expose(asking, all, [about(api, 'deny')], before), { roots: [], lapsed: new Map() });
    deepEqual(expose(asking, [], [about(api, 'allow')], before).lapsed.get(api)?.why, 'left the workspace');
  });

  it('are decided about like folders, and said why they are not told', async () => {
    const all = await candidates(address(api));
    const [only] = all;
    if (only === undefined) throw new Error('There is one.');
    const ledger = new Ledger(new FakeStore(), new FakeClock(), path.posix);
    deepEqual(consentState(ledger, plain.fingerprint, only), { kind: 'undecided' });
    const sources = { ledger, switches, writer: plainWriter };
    deepEqual(accessRule(asking, only, sources), { rule: 'undecided' });
    deepEqual(accessRule(plain, only, sources), {
      rule: 'not asked for',
      asking: '"https" in "roots.schemes"',
    });
    await ledger.decide(
      [{ server: plain.fingerprint, folder: addressKey(api), verdict: 'allow' }],
      'session',
    );
    equal(accessRule(asking, only, sources).rule, 'allowed');
  });

  it('are asked for by their schemes, never by "file"', () => {
    const read = (schemes: unknown) =>
      parseDefinitions({ git: { command: 'x', roots: { schemes } } }, { kind: 'user' }).map((each) =>
        each.kind === 'defined' ? each.definition.roots.schemes : each.fault.problem,
      );
    deepEqual(read(['https', 'urn']), [['https', 'urn']]);
    deepEqual(read([]), [undefined]);
    const why = '"roots.schemes[0]" must be a scheme such as "https", and not "file".';
    for (const wrong of ['file', 'HTTPS', 'https:', '']) deepEqual(read([wrong]), [why], wrong);
  });
});
