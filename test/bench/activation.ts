import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../host/checkout';
import type { Effort } from './effort';
import { boundRow, duration, inTurns, median, type Row } from './measure';

const execute = promisify(execFile);

interface Activation {
  /** Milliseconds to load the entry bundle. */
  readonly load: number;
  /** Milliseconds in `activate`. */
  readonly activate: number;
  readonly bytes: number;
  readonly files: readonly string[];
}

/** What activation costs against an extension that does nothing; in plain Node, over a stand-in for the editor. */
export async function measureActivation(effort: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mcp-roots-bench-'));
  try {
    const empty = path.join(folder, 'extension.js');
    await writeFile(empty, "'use strict';\nexports.activate = () => {};\n");
    const own = path.join(checkoutRoot(), 'dist', 'extension.js');
    const total = async (bundle: string) => {
      const { load, activate } = await activationOf(bundle);
      return [load + activate];
    };
    const pairs = await inTurns(
      effort(20),
      () => total(own),
      () => total(empty),
    );
    const more = median(pairs.map(({ ours, theirs }) => (ours[0] ?? 0) - (theirs[0] ?? 0)));
    const { bytes, files } = await activationOf(own);
    const others = files.filter((file) => file !== 'extension.js');
    const against = 'an empty extension';
    return [
      boundRow('activation: load and `activate`, more than', more, 15, duration, against),
      boundRow('entry bundle', bytes / 1000, 85, (kilobytes) => `${kilobytes.toFixed(1)} kB`),
      {
        what: 'files loaded at activation besides the entry bundle (the SDK, the host)',
        against,
        measured: others.length === 0 ? 'none' : others.join(', '),
        target: 'none',
        verdict: others.length === 0 ? 'met' : `missed by ${others.length}`,
        numbers: { others: others.length },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function activationOf(bundle: string): Promise<Activation> {
  const script = path.join(checkoutRoot(), 'test', 'bench', 'activateAlone.mjs');
  const manifest = path.join(checkoutRoot(), 'package.json');
  const { stdout } = await execute(process.execPath, [script, bundle, manifest], {
    env: { ...process.env, NODE_PATH: path.join(path.dirname(script), 'editor') },
  });
  return JSON.parse(stdout) as Activation;
}
