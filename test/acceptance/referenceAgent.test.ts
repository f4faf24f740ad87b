import { deepEqual, equal } from 'node:assert/strict';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fixtureServer } from '../unit/process/checkout';
import { AgentSubject } from './agents';
import type { Probe } from './probeDriver';
import { Stage } from './stage';

const stage = new Stage();
const program = path.join(path.dirname(fixtureServer('wire.mjs')), '..', 'agents', 'reference.mjs');

/** ACP, additional directories: what a client must and should do, as an agent sees it that lets nothing pass. */
describe('an agent that holds us to every rule of its protocol', () => {
  let [app, docs, lib, journal]: string[] = [];

  beforeEach(async () => {
    app = await stage.makeFolder('app');
    docs = await stage.makeFolder('docs');
    lib = await stage.makeFolder('lib');
    journal = path.join(await stage.folder, 'journal.jsonl');
  });

  afterEach(() => stage.clear());

  async function begin(
    folders: readonly string[],
    granted = folders,
    ...switches: readonly string[]
  ): Promise<{ readonly probe: Probe; readonly agent: AgentSubject }> {
    const claude = { command: process.execPath, args: [program, journal ?? '', ...switches] };
    const probe = await stage.start({}, { agents: { claude }, folders, grants: { claude: granted } });
    await probe.run('agent-start claude');
    return { probe, agent: new AgentSubject(probe, 'claude') };
  }

  async function noted(): Promise<{
    readonly broken: readonly unknown[];
    readonly took: readonly unknown[];
  }> {
    const lines = (await readFile(journal ?? '', 'utf8')).trim().split('\n');
    const all = lines.map((line) => JSON.parse(line) as { broken?: string; method: string; roots: unknown });
    return {
      broken: all.flatMap(({ broken }) => broken ?? []),
      took: all.filter(({ broken }) => broken === undefined).map(({ method, roots }) => [method, roots]),
    };
  }

  const all = () => [app ?? '', docs ?? '', lib ?? ''];

  it('is sent the whole list each time, in order, with nothing twice and nothing withdrawn', async () => {
    const nested = path.join(app ?? '', 'nested');
    await mkdir(nested);
    const again = path.join(await stage.folder, 'again');
    await symlink(docs ?? '', again);
    const { probe, agent } = await begin([...all(), nested, again], [...all(), nested]);
    const { session: id = '' } = await agent.session('new');
    await agent.session('new', docs ?? '');
    await probe.run(`revoke claude ${lib}`);
    await agent.session('again', id);
    await agent.session('close', id);
    await agent.session('load', id);
    await agent.session('close', id);
    await agent.session('resume', id, 'all');
    await agent.session('list');
    await agent.session('list', app ?? '');
    deepEqual(await noted(), {
      broken: [],
      took: [
        ['session/new', [...all(), nested]],
        ['session/new', [docs, app, lib, nested]],
        ['session/resume', [app, docs, nested]],
        ['session/load', [app, docs, nested]],
        ['session/resume', [app, docs, nested]],
        ['session/list', []],
        ['session/list', [app]],
      ],
    });
  });

  it('is sent no further folder where it advertises none', async () => {
    const { agent } = await begin(all(), all(), 'one-folder');
    const { session: id = '' } = await agent.session('new');
    await agent.session('close', id);
    await agent.session('load', id);
    deepEqual(await noted(), {
      broken: [],
      took: [
        ['session/new', [app]],
        ['session/load', [app]],
      ],
    });
  });

  it('has what it reports shown beside what it was sent, and not taken for it', async () => {
    const report = `report=${await stage.makeFile('report.json', JSON.stringify([lib]))}`;
    const { agent } = await begin(all(), [app ?? '', docs ?? ''], report, 'malformed');
    const { session: id = '' } = await agent.session('new');
    await agent.session('close', id);
    const { sessions = [], malformed } = await agent.session('earlier');
    deepEqual(
      sessions.map(({ sessionId, folders, reported }) => ({ sessionId, folders, reported })),
      [{ sessionId: id, folders: [app, docs], reported: [app, lib] }],
    );
    equal(malformed, 2);
    await agent.session('load', id);
    deepEqual((await noted()).took.at(-1), ['session/load', [app, docs]]);
  });
});
