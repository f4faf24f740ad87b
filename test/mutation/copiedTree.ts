import { cp, mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transform } from 'esbuild';
import { checkoutRoot } from '../host/checkout';
import { withFault, type Fault } from './fault';

/** A copy of the compiled sources and unit tests, in which files can be spoilt; all else is linked. */
export class CopiedTree {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async make(): Promise<CopiedTree> {
    const from = checkoutRoot();
    const root = await mkdtemp(path.join(tmpdir(), 'mcp-roots-mutation-'));
    const linked = (await readdir(from)).filter((name) => name !== 'out' && !name.startsWith('.'));
    for (const name of linked) await symlink(path.join(from, name), path.join(root, name), 'junction');
    await mkdir(path.join(root, 'out'));
    for (const name of ['src', 'test']) {
      await cp(path.join(from, 'out', name), path.join(root, 'out', name), { recursive: true });
    }
    return new CopiedTree(root);
  }

  /**
   * Does something while the fault is in the tree.
   * @throws {Error} when the fault does not fit the source
   */
  async withFault<T>(fault: Fault, act: () => Promise<T>): Promise<T> {
    const source = await readFile(path.join(checkoutRoot(), 'src', fault.file), 'utf8');
    const compiled = path.join(this.root, 'out', 'src', fault.file.replace(/\.ts$/u, '.js'));
    const sound = await readFile(compiled);
    const { code } = await transform(withFault(source, fault), {
      loader: 'ts',
      format: 'cjs',
      // Lists the exports as Node reads them: without that, every dynamic import of the file fails.
      platform: 'node',
      target: 'es2023',
      sourcefile: fault.file,
    });
    await writeFile(compiled, code);
    try {
      return await act();
    } finally {
      await writeFile(compiled, sound);
    }
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
