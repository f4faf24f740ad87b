import type { VsCode } from './server';
import { until } from './workbench/until';

/** Kills the one extension host of a window, as a crash does, and waits until VS Code has started another. */
export async function killExtensionHost(vscode: VsCode): Promise<void> {
  const [pid, ...others] = vscode.extensionHostPids();
  if (pid === undefined || others.length > 0) {
    throw new Error(`One extension host was expected, and ${pid === undefined ? 0 : others.length + 1} run.`);
  }
  process.kill(pid, 'SIGKILL');
  await until(
    'another extension host',
    () => vscode.extensionHostPids(),
    (pids) => pids.some((each) => each !== pid),
  );
}
