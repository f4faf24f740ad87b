import { realpath } from 'node:fs';
import { promisify } from 'node:util';
import { asRealPath, type RealPath } from '../../core/roots/realPath';

const native = promisify(realpath.native);

/**
 * The path as the disk spells it: all links resolved, in the true case, short names made long, with an upper-case
 * drive letter. Rejects with the system's error where nothing lies at the path.
 */
export async function realPathOf(path: string): Promise<RealPath> {
  const real = await native(path);
  return asRealPath(/^[a-z]:/.test(real) ? real.charAt(0).toUpperCase() + real.slice(1) : real);
}
