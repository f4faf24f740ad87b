// Bundles the extension, the bundled MCP server, the guard process and the shim into dist/.
import { build } from 'esbuild';

const production = process.argv.includes('--production');

/**
 * Keeps out of the entry bundle what is not needed in a window where nobody uses it: the host, loaded when it is first
 * opened, the SDK's client and what shows a server's tools, loaded at the first start of a server, the client of agents,
 * loaded at the first start of one, what adds one, and what is done with their sessions and in their conversations, what
 * reads JSON with comments, and what changes the files of other clients or brings
 * their servers here. Each bundle has its own copy of what they share, so nothing may depend on two of them having the
 * same class or object.
 */
const loadedLater = {
  name: 'loaded later',
  setup: ({ onResolve }) =>
    onResolve(
      {
        filter:
          /\/(addAgent|agentConnection|conversations|host|features|openInEditor|sdkClient|oauthFlow|jsonReaders|useFromClient|importing|serverQuestions|serversForAgent|sessions|suggestFolders)\.js$/,
      },
      ({ kind, path }) =>
        kind === 'dynamic-import' ? { path: `./${path.split('/').at(-1)}`, external: true } : undefined,
    ),
};

await build({
  entryPoints: {
    extension: 'src/extension.ts',
    addAgent: 'src/editor/settings/addAgent.ts',
    agentConnection: 'src/node/acp/agentConnection.ts',
    conversations: 'src/editor/agents/conversations.ts',
    host: 'src/node/host/host.ts',
    openInEditor: 'src/editor/openInEditor.ts',
    features: 'src/editor/features/features.ts',
    schemaThread: 'src/node/features/schemaThread.ts',
    sdkClient: 'src/node/session/sdkClient.ts',
    oauthFlow: 'src/node/http/oauth/oauthFlow.ts',
    jsonReaders: 'src/node/settings/jsonReaders.ts',
    useFromClient: 'src/editor/clients/useFromClient.ts',
    serverQuestions: 'src/editor/questions/serverQuestions.ts',
    serversForAgent: 'src/editor/agents/serversForAgent.ts',
    sessions: 'src/editor/agents/sessions.ts',
    importing: 'src/editor/import/importing.ts',
    suggestFolders: 'src/editor/suggest/suggestFolders.ts',
    explorer: 'src/explorer/main.ts',
    guard: 'src/node/process/guard/main.ts',
    shim: 'src/shim/main.ts',
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
