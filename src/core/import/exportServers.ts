import type { ServerDefinition } from '../servers/definition';
import { moveSecrets, type MovedSecret } from './moveSecrets';
import { freeName } from './names';

/** Servers in the shape that other clients take. */
export interface ExportedServers {
  /** JSON with the key `mcpServers`. */
  readonly text: string;
  /** Placeholders (`${input:id}`) for the values that were left out because they look like secrets. */
  readonly withheld: readonly string[];
  /** What another client may not understand, a few words each. */
  readonly remarks: readonly string[];
}

/**
 * Writes servers in the shape `mcpServers`. `${input:…}` is kept as it is, and a value that looks like a secret is
 * replaced by `${input:id}`. No answer is ever filled in.
 */
export function exportServers(
  definitions: readonly Pick<ServerDefinition, 'name' | 'transport'>[],
): ExportedServers {
  const names = new Set<string>();
  const moved: MovedSecret[] = [];
  const remarks: string[] = [];
  const servers = definitions.map(({ name, transport }) => {
    const own = freeName(name, names);
    names.add(own.toLowerCase());
    const written = entryOf(transport);
    const result = moveSecrets(own, written, moved, []);
    moved.push(...result.moved);
    remarks.push(...remarksOn(own, transport));
    return [own, result.entry] as const;
  });
  return {
    text: `${JSON.stringify({ mcpServers: Object.fromEntries(servers) }, undefined, 2)}\n`,
    withheld: moved.map(({ input }) => `\${input:${input.id}}`),
    remarks,
  };
}

function entryOf(transport: ServerDefinition['transport']): Readonly<Record<string, unknown>> {
  if (transport.type !== 'stdio') {
    const { type, url, headers } = transport;
    return { type, url, ...(Object.keys(headers).length > 0 && { headers }) };
  }
  const { command, args, cwd, env, envFile } = transport;
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== null));
  return {
    command,
    args,
    ...(cwd !== undefined && { cwd }),
    ...(Object.keys(given).length > 0 && { env: given }),
    ...(envFile !== undefined && { envFile }),
  };
}

function remarksOn(name: string, transport: ServerDefinition['transport']): readonly string[] {
  const text = JSON.stringify(transport);
  const variables = new Set([...text.matchAll(/\$\{[^}]*\}/g)].map(([whole]) => whole));
  const taken =
    transport.type === 'stdio'
      ? Object.entries(transport.env).flatMap(([key, value]) => (value === null ? key : []))
      : [];
  const fields =
    transport.type === 'stdio'
      ? [
          ...(transport.cwd === undefined ? [] : ['cwd']),
          ...(transport.envFile === undefined ? [] : ['envFile']),
        ]
      : [];
  const known = [...variables, ...fields].join(', ');
  return [
    ...(known === '' ? [] : [`“${name}”: not every client knows ${known}`]),
    ...(taken.length === 0 ? [] : [`“${name}”: ${taken.join(', ')} is not taken away there`]),
  ];
}
