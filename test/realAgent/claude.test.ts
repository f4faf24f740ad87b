import { deepEqual } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AgentSubject } from '../acceptance/agents';
import type { Probe } from '../acceptance/probeDriver';
import { gone } from '../acceptance/processes';
import { fixture, uri } from '../acceptance/servers';
import { Stage } from '../acceptance/stage';
import { fixtureServer } from '../unit/process/checkout';
import { claudeAgent } from './claudeAgent';

describe('the agent Claude, as others made it', () => {
  const stage = new Stage();
  let [app, docs, lib, seen]: string[] = [];
  let probe: Probe;
  let agent: AgentSubject;

  beforeEach(async () => {
    [app, docs, lib] = [
      await stage.makeFolder('app'),
      await stage.makeFolder('docs'),
      await stage.makeFolder('lib'),
    ];
    const home = await stage.makeFolder('home');
    seen = path.join(home, 'seen');
    await writeFile(seen, '');
    const keeper = { command: process.execPath, args: [fixtureServer('rootsKeeper.mjs'), seen] };
    await stage.makeFile('home/.claude.json', JSON.stringify({ mcpServers: { keeper } }));
    const folders = [app ?? '', docs ?? '', lib ?? ''];
    const grants = { claude: folders.slice(0, 2), handed: folders };
    const servers = { handed: fixture() };
    probe = await stage.start(servers, { agents: { claude: await claudeAgent(home) }, folders, grants });
    agent = new AgentSubject(probe, 'claude');
    await probe.run('agent-start claude');
  });

  afterEach(() => stage.clear());

  /**
   * The lists that its own MCP client has given to a server which it started, one after another, once the last of them
   * is this one. It starts its servers anew with every opening, and now and then twice: the same list again says nothing.
   */
  async function givenUpTo(last: readonly string[]): Promise<readonly (readonly string[])[]> {
    for (let left = 600; ; left -= 1) {
      const lines = (await readFile(seen ?? '', 'utf8')).split('\n').slice(0, -1);
      const lists = lines
        .filter((line, i) => line !== lines[i - 1])
        .map((line) => (JSON.parse(line) as { readonly uri: string }[]).map((root) => root.uri));
      if (left === 0 || isDeepStrictEqual(lists.at(-1), last)) return lists;
      await delay(100);
    }
  }

  const uris = (...folders: (string | undefined)[]) => folders.map((folder) => uri(folder ?? ''));

  it('gives its MCP servers the folders of its session as roots, in order, and no other', async () => {
    const { session: id = '', unseen } = await agent.session('new');
    deepEqual(unseen, []);
    const lists = [uris(app, docs)];
    deepEqual(await givenUpTo(uris(app, docs)), lists);

    await probe.run(`revoke claude ${docs}`);
    await probe.run(`grant claude ${lib}`);
    await agent.session('load', id, 'all');
    lists.push(uris(app, lib));
    deepEqual(await givenUpTo(uris(app, lib)), lists);

    await probe.run(`revoke claude ${lib}`);
    await agent.session('resume', id);
    lists.push(uris(app));
    deepEqual(await givenUpTo(uris(app)), lists);

    await probe.run(`grant claude ${docs}`);
    await agent.session('resume', id, 'all');
    lists.push(uris(app, docs));
    deepEqual(await givenUpTo(uris(app, docs)), lists);

    await agent.session('close', id);
    const pid = probe.pidOf('claude');
    await probe.run('agent-stop claude');
    await gone([pid]);
  });

  it('begins with the folder that is chosen', async () => {
    await agent.session('new', docs ?? '');
    deepEqual(await givenUpTo(uris(docs, app)), [uris(docs, app)]);
  });

  it('reaches the servers that it is given, which see what its session has, in its order', async () => {
    await probe.run('agent-servers claude handed');
    const { session: id = '' } = await agent.session('new', docs ?? '');
    const told = (mark: number, ...folders: (string | undefined)[]) =>
      probe.next(
        ({ server, event, uris: given }) =>
          server === 'handed for claude · session 1' &&
          event === 'answered' &&
          isDeepStrictEqual(given, uris(...folders)),
        mark,
      );
    await told(0, docs, app);
    const mark = probe.mark();
    await probe.run(`revoke claude ${app}`);
    await probe.run(`grant claude ${lib}`);
    await agent.session('resume', id, 'all');
    await told(mark, docs, lib);
  });
});
