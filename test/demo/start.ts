import { startVsCode } from '../host/server';
import { makeSample } from './sample';

/** Serves the sample workspace until Ctrl+C, and says where. */
async function main(): Promise<void> {
  const vsix = process.env['MCP_ROOTS_TEST_VSIX'];
  if (vsix === undefined) throw new Error('Run "npm start": it packages the extension first.');
  const ended = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  const sample = await makeSample();
  const vscode = await startVsCode({ workspace: sample.workspace, vsix });
  try {
    process.stdout.write(`\nOpen ${vscode.url}\n`);
    process.stdout.write('The view "MCP Roots" is in the activity bar. Ctrl+C ends everything.\n');
    await ended;
  } finally {
    await vscode.dispose();
    await sample.remove();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
