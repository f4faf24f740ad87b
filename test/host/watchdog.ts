import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

import { ProcessTree } from './processTree';

/**
 * Sees to it that a process tree ends also when this process is killed: a process of its own waits at the other
 * end of a pipe, and kills the tree when the pipe closes without a word.
 * @param scratch a folder to remove then.
 * @returns to be called once the tree has ended by itself.
 */
export function watch(pid: number, scratch: string | undefined): () => void {
  const dog = spawn(process.execPath, [__filename, String(pid), scratch ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  dog.unref();
  dog.on('error', () => undefined);
  dog.stdin.on('error', () => undefined);
  return () => dog.stdin.end('ended');
}

function main(pid: number, scratch: string): void {
  const tree = new ProcessTree(pid);
  let said = '';
  process.stdin.setEncoding('utf8').on('data', (text: string) => (said += text));
  process.stdin.on('end', () => {
    if (said === '') {
      tree.killNow();
      if (scratch !== '') rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    }
    process.exit();
  });
}

if (require.main === module) main(Number(process.argv[2]), process.argv[3] ?? '');
