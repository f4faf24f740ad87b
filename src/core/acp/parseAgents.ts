import * as z from 'zod/mini';
import { noInputs, type Inputs } from '../inputs/parseInputs';
import type { ConfiguredServer, Scope } from '../servers/definition';
import { inPrimaryRoot } from '../servers/placeholders';
import { faulty, faultyField, parseDefinition, parseEntries } from '../servers/parseDefinition';

const files = z.object({
  files: z.prefault(
    z.object({
      read: z._default(z.boolean(), true),
      write: z._default(z.boolean(), true),
      missingIsEmpty: z._default(z.boolean(), false),
    }),
    {},
  ),
});

/**
 * Reads the value of the setting `mcpRoots.agents` of one scope: entries like those of servers that are started as a
 * process, with exceptions for file access in `files`. A faulty entry is reported, the others are used.
 * @param inputs those of the same scope, the only ones that may be used in it (rule 12)
 */
export function parseAgents(
  value: unknown,
  scope: Scope,
  inputs: Inputs = noInputs,
): readonly ConfiguredServer[] {
  return parseEntries('mcpRoots.agents', value, scope, (name, entry) =>
    parseAgent(name, entry, scope, inputs),
  );
}

function parseAgent(name: string, entry: unknown, scope: Scope, inputs: Inputs): ConfiguredServer {
  const configured = parseDefinition(name, entry, scope, inputs);
  if (configured.kind === 'faulty') return configured;
  const { definition } = configured;
  if (definition.transport.type !== 'stdio') {
    return faulty(name, scope, 'An agent is a program: give it a "command" in the place of a "url".', []);
  }
  if (definition.transport.cwd === inPrimaryRoot) {
    // It could not leave that folder once it is withdrawn, and the folder's content could decide what the agent runs.
    const why = `Only the sessions of an agent work in your folders: leave "cwd" out, or name a directory.`;
    return faulty(name, scope, why, ['cwd']);
  }
  const parsed = z.safeParse(files, entry, { reportInput: true });
  if (!parsed.success) return faultyField(name, scope, parsed.error);
  const { read, write, missingIsEmpty } = parsed.data.files;
  // A session of an agent takes directories only (ACP, "session/new").
  const { schemes: _schemes, files: _files, ...roots } = definition.roots;
  return {
    kind: 'defined',
    definition: {
      ...definition,
      // Fixed for agents: they have no request for roots, and sessions go on without it.
      roots: { ...roots, declare: true, onRevoke: 'notify', whenEmpty: 'start' },
      agent: { readsFiles: read, writesFiles: write, missingIsEmpty },
    },
  };
}
