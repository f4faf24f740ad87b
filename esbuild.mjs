// Bundles the extension, the bundled MCP server and the guard process into dist/.
import { build } from 'esbuild';

const production = process.argv.includes('--production');

/** Leaves the SDK's client out of the entry bundle: it is loaded at the first start of a server. */
const loadedLater = {
  name: 'loaded later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/sdkClient\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './sdkClient.js', external: true } : undefined,
    ),
};

await build({
  entryPoints: {
    extension: 'src/extension.ts',
    sdkClient: 'src/node/session/sdkClient.ts',
    explorer: 'src/explorer/main.ts',
    guard: 'src/node/process/guard/main.ts',
  },
  outdir: 'dist',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  // ES modules first: some packages' other form asks for files by names that a bundle does not have.
  mainFields: ['module', 'main'],
  target: 'node20',
  external: ['vscode'],
  plugins: [loadedLater],
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
});
