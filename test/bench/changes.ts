import type { Effort } from './effort';
import { boundRow, duration, percentile, type Row } from './measure';
import { onStage } from './stage';

/** From a change of the folders to the bytes that tell a server so. */
export async function measureChanges(effort: Effort): Promise<readonly Row[]> {
  return [...(await changesWith(1, effort(60, 3))), ...(await changesWith(effort(50, 5), effort(15, 3)))];
}

function changesWith(count: number, changes: number): Promise<readonly Row[]> {
  return onStage(async (stage) => {
    const folders = await stage.folders(Array.from({ length: changes + 2 }, (_, i) => `folder-${i}`));
    await stage.setFolders(folders.slice(0, 1));
    const servers = await stage.configure(count);
    await stage.start(servers);
    const took: number[] = [];
    for (let last = 2; last < folders.length; last += 1) {
      const start = performance.now();
      // Written in the same turn: the record follows the write to the server's stdin.
      const listening = stage.host.supervisor.disclosures.onDidAdd(({ what }) => {
        if (what.event === 'list_changed') took.push(performance.now() - start);
      });
      await stage.setFolders(folders.slice(0, last));
      await stage.allInSync(servers);
      listening.dispose();
    }
    const what = `folder change to bytes on the wire, ${count} ${count === 1 ? 'server' : 'servers'}`;
    return [
      boundRow(`${what}, p50`, percentile(took, 0.5), 20, duration),
      boundRow(`${what}, p99`, percentile(took, 0.99), 60, duration),
    ];
  });
}

/** 200 changes in one tick: each server hears once, and only one whose list is another. */
export function measureBurst(effort: Effort): Promise<readonly Row[]> {
  return onStage(async (stage) => {
    const [count, granted] = [effort(50, 4), effort(25, 2)];
    const folders = await stage.folders(Array.from({ length: 201 }, (_, i) => `folder-${i}`));
    await stage.setFolders(folders.slice(0, 1));
    const servers = await stage.configure(count, granted);
    await stage.start(servers);
    let sent = 0;
    const listening = stage.host.supervisor.disclosures.onDidAdd(({ what }) => {
      if (what.event === 'list_changed') sent += 1;
    });
    await Promise.all(folders.slice(1).map((_, i) => stage.setFolders(folders.slice(0, i + 2))));
    await stage.allInSync(servers);
    listening.dispose();
    return [
      {
        what: `200 folder changes in one tick, ${count} servers, of which ${granted} may see the folders`,
        against: 'notifications sent',
        measured: `${sent}`,
        target: `${granted}`,
        verdict: sent === granted ? 'met' : `missed by ${sent - granted}`,
        numbers: { sent, granted },
      },
    ];
  });
}
