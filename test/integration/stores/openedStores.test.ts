import { deepEqual, equal } from 'node:assert/strict';
import { chmod, copyFile } from 'node:fs/promises';
import type { Fingerprint } from '../../../src/core/consent/decision';
import { standingApprovals } from '../../../src/core/approval/approval';
import { parseAgents } from '../../../src/core/acp/parseAgents';
import type { WindowState } from '../../../src/core/consent/windowLease';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { Host } from '../../../src/node/host/host';
import { openInstallKey } from '../../../src/node/stores/installKey';
import { PrimaryFiles } from '../../../src/node/stores/primaryFiles';
import { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { approvals as approvalRecords } from '../../../src/node/stores/recordKinds';
import { SessionFiles } from '../../../src/node/stores/sessionFiles';
import { SignedRecords } from '../../../src/node/stores/signedRecords';
import { Signer } from '../../../src/node/stores/signature';
import { openWindowLease } from '../../../src/node/stores/windowLease';
import { systemClock } from '../../../src/node/systemClock';
import { KeptLog, Surroundings } from '../../unit/stores/surroundings';
import { copyStore, expectedOf, olderVersions, type OlderStore } from './olderStore';

/** What is compared of a store, as `expected.json` has it. */
interface Expected {
  readonly workspace: string;
  readonly definitions: { readonly servers: unknown; readonly agents: unknown };
  readonly input: { readonly kind: 'text'; readonly id: string; readonly description: string };
  readonly fingerprints: Readonly<Record<string, Fingerprint>>;
  readonly writtenUntil: number;
  readonly decisions: readonly object[];
  readonly sessionDecisions: readonly object[];
  readonly approvals: readonly object[];
  readonly switches: object;
  readonly given: readonly string[];
  readonly sessions: readonly { readonly sessionId: string }[];
  readonly primary: string;
  readonly sharing: boolean;
  readonly clients: readonly { readonly id: string }[];
  readonly answer: string;
  readonly record: readonly object[];
}

/** As JSON has it: what a later version adds and leaves undefined is no difference. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const inAnyOrder = (values: readonly object[]) => values.map((value) => JSON.stringify(sorted(value))).sort();
const sorted = (value: object) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
const user = { kind: 'user' } as const;

async function openHost(store: OlderStore, { workspace, definitions }: Expected, hasSecrets: boolean) {
  const host = await Host.open({
    version: '0',
    storage: store.storage,
    ...(hasSecrets && { secrets: store.secrets }),
    answers: store.secrets,
    workspace,
    scripts: { explorer: 'none', guard: 'none', shim: 'none' },
    settings: () => ({
      timeouts: { initialize: 1, request: 1, hardMaximum: 1 },
      grace: { closeStdinMs: 1, termMs: 1 },
      idleAfter: 0,
      messageLimit: 1,
    }),
    log: new KeptLog(),
    logOf: () => new KeptLog(),
  });
  host.consent.sharingState.turn({ trusted: true });
  await host.setFolders([]);
  await host.supervisor.servers.configure(parseDefinitions(definitions.servers, user));
  await host.supervisor.agents.configure(parseAgents(definitions.agents, user));
  return host;
}

/** Everything that a host of now has of it. */
async function heldBy(host: Host, { input }: Expected) {
  const switches = host.supervisor.servers.all.flatMap(({ name, fingerprint }) => {
    if (fingerprint === undefined || name === 'explorer') return [];
    const { trusted, ...others } = host.consent.switches.of(fingerprint);
    return [[name, { ...others, trusted: trusted === undefined ? null : [...trusted] }]];
  });
  const [agent] = host.supervisor.agents.all;
  const clients = host.clients.bridge.keys.keys.map(async (each) => {
    const key = (await host.clients.bridge.keys.read(each.id))?.key ?? new Uint8Array();
    return { ...each, key: Buffer.from(key).toString('base64url') };
  });
  const inputs = [{ ...input, default: undefined, password: true }];
  const answers = await host.consent.answers.of({ scope: user, inputs });
  return {
    decisions: inAnyOrder(host.consent.ledger.decisions.map((each) => Object(plain(each)))),
    switches: plain(Object.fromEntries(switches)),
    given: agent === undefined ? [] : host.supervisor.agentServers.of(agent).map(({ name }) => name),
    sharing: host.consent.sharing.on,
    clients: plain(await Promise.all(clients)),
    answer: answers.get(input.id),
    record: plain((await host.supervisor.record.read()).entries),
    remote: host.supervisor.servers.all.find(({ name }) => name === 'remote')?.fingerprint,
  };
}

function heldThen({ decisions, switches, given, sharing, clients, answer, record, fingerprints }: Expected) {
  return {
    decisions: inAnyOrder(decisions),
    switches,
    given,
    sharing,
    clients,
    answer,
    record,
    remote: fingerprints['remote'],
  };
}

/** 0.2.0 did not sign whom it let in: the user confirms those once. */
async function confirmClients(
  {
    clients: {
      bridge: { keys },
    },
  }: Host,
  time: number,
) {
  equal(keys.unconfirmed.length > 0, time === 0);
  await keys.confirm(keys.unconfirmed.map(({ id }) => id));
}

describe('A store that a released version wrote', function () {
  if (process.platform === 'win32') return;
  const surroundings = new Surroundings();
  const prepare = async (version: string) => {
    const expected = (await expectedOf(version)) as Expected;
    return { expected, store: await copyStore(surroundings, version) };
  };
  const openFolder = async ({ storage, secrets }: OlderStore) => {
    const log = new KeptLog();
    const folder = await PrivateFolder.open(storage, log);
    const { key } = await openInstallKey({ storage: folder, secrets, log });
    return { storage: folder, signer: new Signer(key), log };
  };

  for (const version of ['0.2.0']) {
    it(`${version}: is opened whole, and a second time, with the key among the secrets`, async () => {
      const { store, expected } = await prepare(version);
      for (let time = 0; time < 2; time++) {
        const host = await openHost(store, expected, true);
        try {
          await confirmClients(host, time);
          deepEqual(await heldBy(host, expected), heldThen(expected));
        } finally {
          await host.close();
        }
      }
    });

    it(`${version}: is opened whole, and a second time, with the key in its file`, async () => {
      const { store, expected } = await prepare(version);
      await copyFile(store.keyFile.from, store.keyFile.to);
      await chmod(store.keyFile.to, 0o600);
      for (let time = 0; time < 2; time++) {
        const host = await openHost(store, expected, false);
        try {
          await confirmClients(host, time);
          deepEqual(await heldBy(host, expected), heldThen(expected));
        } finally {
          await host.close();
        }
      }
    });

    it(`${version}: keeps every approval, and that one was revoked`, async () => {
      const { store, expected } = await prepare(version);
      const approvals = surroundings.add(await SignedRecords.open(approvalRecords, await openFolder(store)));
      deepEqual(
        inAnyOrder(standingApprovals(approvals).map((each) => Object(plain(each)))),
        inAnyOrder(expected.approvals),
      );
    });

    it(`${version}: has only the server reviewed that would run elsewhere now, under its old fingerprint`, async () => {
      const { store, expected } = await prepare(version);
      const host = await openHost(store, expected, true);
      try {
        const approvals = [...host.supervisor.servers.all, ...host.supervisor.agents.all].map(
          ({ name, approval, fingerprint }) => [name, approval?.kind, fingerprint],
        );
        const { local, remote, unwanted, helper } = expected.fingerprints;
        deepEqual(approvals, [
          ['remote', 'approved', remote],
          ['local', 'runs elsewhere', local],
          ['unwanted', 'new', unwanted],
          ['helper', 'approved', helper],
        ]);
      } finally {
        await host.close();
      }
    });

    it(`${version}: keeps the sessions of its agents, and the folder that goes first`, async () => {
      const { store, expected } = await prepare(version);
      const ground = await openFolder(store);
      const clock = { ...systemClock, now: () => expected.writtenUntil };
      const sessions = surroundings.add(await SessionFiles.open(ground, clock));
      const { workspace, fingerprints } = expected;
      const agent = fingerprints['helper'] as Fingerprint;
      deepEqual(
        expected.sessions.map(({ sessionId }) => plain(sessions.find(agent, sessionId))),
        expected.sessions,
      );
      const primaries = surroundings.add(await PrimaryFiles.open(ground, workspace, clock));
      deepEqual(primaries.find(agent), expected.primary);
    });

    it(`${version}: hands its window to the next extension host`, async () => {
      const { store, expected } = await prepare(version);
      const ground = await openFolder(store);
      const at = expected.writtenUntil + 5000;
      const lease = surroundings.add(
        await openWindowLease({
          ...ground,
          workspace: expected.workspace,
          now: () => at,
          startedAt: at,
        }),
      );
      let left: WindowState | undefined;
      await lease.claim((state) => (left = state));
      deepEqual(plain(left?.sessionDecisions), expected.sessionDecisions);
    });
  }

  it('is there for every version that these rules name', async () => {
    deepEqual(await olderVersions(), ['0.2.0']);
  });
});
