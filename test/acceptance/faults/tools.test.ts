import { deepEqual } from 'node:assert/strict';
import type { Host } from '../../../src/node/host/host';
import { openHost, Subject } from '../openHost';
import { saying } from '../servers';
import { Stage } from '../stage';

describe('faults: a server that describes its tools otherwise after their first use', () => {
  const stage = new Stage();
  let host: Host | undefined;

  afterEach(async () => {
    await host?.close();
    host = undefined;
    await stage.clear();
  });

  async function start(...how: readonly string[]): Promise<{ subject: Subject; folder: string }> {
    const folder = await stage.makeFolder('folder');
    host = await openHost(stage, { it: saying({}, ...how) }, [folder]);
    const subject = new Subject(host, 'it');
    await subject.decide(folder, 'allow');
    const answered = subject.next('answered');
    await subject.start();
    await answered;
    return { subject, folder };
  }

  /** Resolves with the names of the tools that have changed, once there are so many. */
  function changes({ server }: Subject, count: number): Promise<readonly string[]> {
    const names = () => server.tools.changes.map(({ tool }) => tool);
    return new Promise((resolve) => {
      const listening = server.onDidChange(() => {
        if (names().length !== count) return;
        listening.dispose();
        resolve(names());
      });
    });
  }

  it('is marked as soon as it says so, until somebody has looked', async () => {
    const { subject } = await start();
    await subject.client.listTools();
    const marked = changes(subject, 2);
    await subject.client.callTool('describe', { tool: 'echo', description: 'Returns "text", and keeps it.' });
    await subject.client.callTool('describe', { tool: 'added', description: 'Was not there.' });
    deepEqual((await marked).toSorted(), ['added', 'echo']);
    const { tools } = subject.server;
    tools.accept(tools.changes);
    deepEqual(tools.changes, []);
    const again = changes(subject, 1);
    await subject.client.callTool('describe', { tool: 'added', description: 'Is not what it was.' });
    deepEqual(await again, ['added']);
  });

  it('is marked when the process that succeeds it does so, without a word of it', async () => {
    const { subject, folder } = await start('pid');
    await subject.client.listTools();
    const marked = changes(subject, 1);
    await subject.withdraw(folder);
    deepEqual(await marked, ['echo']);
  });

  it('is not marked for what nobody has listed', async () => {
    const { subject } = await start();
    await subject.client.callTool('describe', { tool: 'echo', description: 'Returns "text" still.' });
    await subject.client.listTools();
    deepEqual(subject.server.tools.changes, []);
  });
});
