import { deepEqual, equal, rejects } from 'node:assert/strict';
import { fixture, observing, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();

describe('requests to a server', () => {
  afterEach(() => stage.clear());

  it('are given up after the time of its definition, and taken back at the server', async () => {
    const servers = { slow: observing({ timeouts: { request: 1 } }), good: fixture() };
    const probe = await stage.start(servers);
    const hanging = rejects(probe.call('slow', 'hang', {}), {
      message: 'MCP error -32001: Request timed out',
    });
    await hanging;
    deepEqual(JSON.parse(await probe.call('slow', 'cancelled')), ['hang']);
    deepEqual(JSON.parse(await probe.call('slow', 'heard')).slice(-4), [
      'tools/call',
      'notifications/cancelled',
      'tools/call',
      'tools/call',
    ]);
    equal((await probe.standing('slow')).state.kind, 'running');
    equal(await probe.call('good', 'echo', { text: 'untouched' }), 'untouched');
  });

  it('have their time renewed by progress', async () => {
    const probe = await stage.start({ slow: observing({ timeouts: { request: 1 } }) });
    equal(await probe.call('slow', 'progress', { times: 15, every: 100 }), 'done');
    deepEqual(JSON.parse(await probe.call('slow', 'cancelled')), []);
  });

  it('are given up at a hard maximum however much progress is reported', async () => {
    const args = ['--request-timeout-maximum', '1'];
    const probe = await stage.start({ slow: observing({ timeouts: { request: 0.8 } }) }, { args });
    await rejects(probe.call('slow', 'progress-for-ever', { every: 50 }), {
      message: 'MCP error -32001: The request took longer than 1 s in all.',
    });
    deepEqual(JSON.parse(await probe.call('slow', 'cancelled')), ['progress-for-ever']);
  });

  it('are answered also when the server sends its messages in batches, each judged alone', async () => {
    const a = await stage.makeFolder('a');
    const servers = { batch: fixture('batch'), asks: observing() };
    const probe = await stage.start(servers, { folders: [a], grants: { batch: [a], asks: [a] } });
    equal(await probe.call('batch', 'echo', { text: 'out of a batch' }), 'out of a batch');
    await probe.until('asks', 'answered');
    const mark = probe.mark();
    const answer = { jsonrpc: '2.0', result: { roots: [{ uri: uri(a), name: 'a' }] } };
    deepEqual(JSON.parse(await probe.call('asks', 'batch')), [
      { ...answer, id: 'batch-1' },
      { jsonrpc: '2.0', id: 'batch-2', result: {} },
      { ...answer, id: 'batch-3' },
    ]);
    const [asked, answered] = ['asked', `answered ${uri(a)}`];
    deepEqual(probe.story('asks', mark), [asked, answered, asked, answered]);
  });
});

describe('protocol versions', () => {
  afterEach(() => stage.clear());

  const versions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

  it(`${versions.join(', ')} work with roots and tools, and an unknown one fails in words`, async () => {
    const a = await stage.makeFolder('a');
    const all = [...versions, '2027-01-01'];
    const servers = Object.fromEntries(all.map((version) => [version, observing({}, version)]));
    const grants = Object.fromEntries(all.map((version) => [version, [a]]));
    const probe = await stage.start(servers, { folders: [a], grants });
    for (const version of versions) {
      await probe.until(version, 'answered');
      const { state, sync } = await probe.standing(version);
      equal(state.kind === 'running' && state.protocolVersion, version);
      deepEqual({ sync: sync?.kind, exposed: [uri(a)] }, { sync: 'in sync', exposed: [uri(a)] });
      equal(await probe.call(version, 'echo', { text: version }), version);
    }
    const why =
      "It speaks a protocol version that is not supported here. Server's protocol version is not supported: 2027-01-01";
    deepEqual((await probe.standing('2027-01-01')).state, { kind: 'failed', why });
  });
});
