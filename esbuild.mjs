// Bundles the extension, the bundled MCP server and the guard process into dist/.
import { build } from 'esbuild';

const production = process.argv.includes('--production');

await build({
  entryPoints: {
    extension: 'src/extension.ts',
    explorer: 'src/explorer/main.ts',
    guard: 'src/node/process/guard/main.ts',
  },
  outdir: 'dist',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
});
