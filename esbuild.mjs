// Bundles the extension, the bundled MCP server, the guard process and the shim into dist/; with `--watch`, again after
// every change.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build, context, formatMessages } from 'esbuild';

const production = process.argv.includes('--production');
const watching = process.argv.includes('--watch');

/**
 * What the entry imports when it is first needed, so that it costs nothing in a window where nobody uses it. The build
 * fails when the entry imports anything else, or no longer imports one of these. What they import later themselves
 * needs no line here. Each cuts what it shares with the others into more files, and each file costs time to load.
 */
const later = [
  'src/editor/agents/agentCommands.ts',
  'src/editor/features/features.ts',
  'src/editor/openInEditor.ts',
  'src/editor/questions/serverQuestions.ts',
  'src/editor/seldomUsed.ts',
  'src/node/settings/jsonReaders.ts',
];

/** Leaves what the entry imports later where it is: in the other build. */
const leaveLater = {
  name: 'leave what is loaded later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ kind, path: wanted }) =>
      kind === 'dynamic-import'
        ? { path: `./${path.basename(wanted, '.js')}.mjs`, external: true }
        : undefined,
    ),
};

/** Fails when the list is not what the entry imports later. */
const checkLater = {
  name: 'check what is loaded later',
  setup: ({ onEnd }) =>
    onEnd(({ metafile }) => {
      const imports = metafile?.outputs['dist/extension.js']?.imports;
      if (imports === undefined) return undefined;
      const imported = new Set(
        imports
          .filter(({ kind }) => kind === 'dynamic-import')
          .map((each) => path.basename(each.path, '.mjs')),
      );
      const listed = new Set(later.map((file) => path.basename(file, '.ts')));
      const unlisted = [...imported].filter((name) => !listed.has(name));
      const unused = [...listed].filter((name) => !imported.has(name));
      return {
        errors: [
          ...unlisted.map((name) => ({ text: `Not in the list of what is loaded later: ${name}.` })),
          ...unused.map((name) => ({ text: `Loaded later by nobody: ${name}.` })),
        ],
      };
    }),
};

/** Leaves out the messages of zod in fifty languages: none but the English one is ever set, and together they are 260 kB. */
const englishOnly = {
  name: 'zod in English only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    })),
};

let running = 0;
/** Says when the bundles begin to be made and, after all that is wrong, when they are: for whoever waits for a round. */
const rounds = {
  name: 'rounds',
  setup: ({ onStart, onEnd }) => {
    onStart(() => {
      running += 1;
      if (running === 1) process.stdout.write('Bundling ...\n');
    });
    onEnd(async ({ errors, warnings }) => {
      const said = [
        ...(await formatMessages(errors, { kind: 'error' })),
        ...(await formatMessages(warnings, { kind: 'warning' })),
      ];
      if (said.length > 0) process.stdout.write(said.join(''));
      running -= 1;
      if (running === 0) process.stdout.write('Bundled. Watching for file changes.\n');
    });
  },
};

const common = {
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  // ES modules first: some packages' other form asks for files by names that a bundle does not have.
  mainFields: ['module', 'main'],
  target: 'node20',
  external: ['vscode'],
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
};

// The names of shared files change with what is in them: those of an earlier build would stay.
await rm('dist', { recursive: true, force: true });

const atOnce = {
  ...common,
  // Each in one file that needs no other: what VS Code loads at its start, and what runs as a process or thread of its own.
  entryPoints: {
    extension: 'src/extension.ts',
    schemaThread: 'src/node/features/schemaThread.ts',
    explorer: 'src/explorer/main.ts',
    guard: 'src/node/process/guard/main.ts',
    shim: 'src/shim/main.ts',
  },
  format: 'cjs',
  plugins: [leaveLater, checkLater, englishOnly],
  metafile: true,
};

const onDemand = {
  ...common,
  entryPoints: later,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  // VS Code gives `vscode` to ES modules as well, since 1.100.
  format: 'esm',
  splitting: true,
  plugins: [englishOnly],
  // What CommonJS has and ES modules have not; some packages, and the path of the schema thread, need it.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  define: { __dirname: 'import.meta.dirname' },
};

if (watching) {
  const contexts = await Promise.all(
    [atOnce, onDemand].map((each) =>
      context({ ...each, plugins: [...each.plugins, rounds], logLevel: 'silent' }),
    ),
  );
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  await build(atOnce);
  await build(onDemand);
}
