import { deepEqual, equal } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspace } from 'vscode';
import { availablePath } from '../../src/core/roots/candidate';
import { FolderNotes } from '../../src/editor/folders/folderNotes';
import { followWorkspace } from '../../src/editor/followWorkspace';
import { readProcessTable } from '../../src/node/process/processTable';
import { eventually } from '../host/workbench/until';
import { EditorBench } from './editorBench';
import { memoryMemento } from './memoryMemento';

const ours = path.join(__dirname, '..', '..', 'src');

/**
 * What of this extension host could go on after an end: our processes below it, and the folders it watches. VS Code
 * starts some of its own when it likes.
 */
async function held(): Promise<{ readonly children: readonly number[]; readonly watchers: number }> {
  const table = await readProcessTable();
  const children = table
    .filter(({ parent, pid }) => parent === process.pid && commandOf(pid).includes(ours))
    .map(({ pid }) => pid);
  const watchers = process.getActiveResourcesInfo().filter((kind) => kind.startsWith('FSEvent')).length;
  return { children: children.toSorted((one, other) => one - other), watchers };
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('a host in the editor', () => {
  it('runs the bundled server with what was granted, and leaves nothing behind when it is closed', async () => {
    const before = await held();
    const bench = await EditorBench.open();
    const { host } = bench;
    const following = await followWorkspace(host, new FolderNotes(memoryMemento()), (error) => {
      throw error;
    });
    const [explorer] = host.supervisor.servers.all;
    const [web] = host.consent.catalog.candidates;
    const folder = web && availablePath(web);
    const server = explorer?.prepared?.fingerprint;
    if (explorer === undefined || folder === undefined || server === undefined)
      throw new Error('No explorer.');
    await host.consent.ledger.decide([{ server, folder, verdict: 'allow' }], 'session');
    await host.supervisor.servers.start(explorer);
    const { state } = explorer;
    if (state.kind !== 'running' || state.place.kind !== 'process') throw new Error(JSON.stringify(state));
    const listed = await explorer.client?.callTool('list_roots', {});
    const roots = (listed as { structuredContent?: { roots?: readonly { uri?: string }[] } })
      .structuredContent?.roots;
    deepEqual(
      roots?.map(({ uri }) => uri),
      [workspace.workspaceFolders?.[0]?.uri.toString()],
    );
    following.dispose();
    await bench.close();
    equal(existsSync(`/proc/${state.place.pid}`), false);
    equal(explorer.state.kind, 'stopped');
    await eventually(held, before);
  });
});
