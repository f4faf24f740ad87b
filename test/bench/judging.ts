import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { realpath } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { judge, type PinnedRoot } from '../../src/core/roots/containment';
import { nodeDisk } from '../../src/node/paths/nodeDisk';
import { pinRoot } from '../../src/node/paths/pinRoot';
import type { Effort } from './effort';
import { inTurns, ratioRow, timed, type Row } from './measure';

const native = promisify(realpath.native);

/** What judging a path costs, existing and missing, against the one look at the disk that it cannot do without. */
export async function measureJudging(effort: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mcp-roots-bench-'));
  try {
    const roots: PinnedRoot[] = [];
    for (let i = 0; i < 50; i += 1) {
      const root = path.join(folder, `root-${i}`);
      await mkdir(root);
      const pinned = await pinRoot(root);
      if (pinned !== undefined) roots.push(pinned);
    }
    const deep = path.join(folder, 'root-49', ...'abcdefghi'.split(''));
    await mkdir(deep, { recursive: true });
    const existing = path.join(deep, 'file.txt');
    await writeFile(existing, '');
    const rows: Row[] = [];
    for (const [what, file] of [
      ['existing', existing],
      ['missing', path.join(deep, 'none.txt')],
    ] as const) {
      const pairs = await inTurns(
        effort(40),
        () => times(effort(100, 10), () => judge(file, 'read', roots, nodeDisk)),
        () => times(effort(100, 10), () => native(file).catch(() => undefined)),
      );
      rows.push(
        ratioRow(`path judged, ${what}, 10 levels deep, 50 roots`, 'one native `realpath`', pairs, 2),
      );
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function times(count: number, run: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let i = 0; i < count; i += 1) took.push(await timed(run));
  return took;
}
