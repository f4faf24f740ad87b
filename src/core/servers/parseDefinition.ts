import * as z from 'zod/mini';
import type { InputDefinition } from '../inputs/inputDefinition';
import { noInputs, type Inputs } from '../inputs/parseInputs';
import {
  scopeText,
  type ConfiguredServer,
  type OAuthClient,
  type Scope,
  type ServerDefinition,
} from './definition';
import { lateVariables } from './lateVariables';

const record = <T extends z.core.$ZodType>(value: T) => z.record(z.string(), value);
const seconds = z.optional(z.number().check(z.positive()));

const roots = z.object({
  declare: z._default(z.boolean(), true),
  primary: z.optional(z.string()),
  onRevoke: z._default(z.enum(['restart', 'notify']), 'restart'),
  whenEmpty: z._default(z.enum(['start', 'wait']), 'start'),
  files: z._default(z.boolean(), false),
  schemes: z._default(z.array(z.string().check(z.regex(/^(?!file$)[a-z][a-z0-9+.-]*$/))), []),
});

const types: ReadonlySet<unknown> = new Set(['stdio', 'http', 'sse']);

const shared = {
  roots: z.prefault(roots, {}),
  timeouts: z.prefault(z.object({ initialize: seconds, request: seconds }), {}),
};

const stdio = z.object({
  type: z._default(z.literal('stdio'), 'stdio'),
  command: z.string().check(z.minLength(1)),
  args: z._default(z.array(z.string()), []),
  cwd: z.optional(z.string().check(z.minLength(1))),
  env: z._default(record(z.nullable(z.union([z.string(), z.number()]))), {}),
  envFile: z.optional(z.string().check(z.minLength(1))),
  ...shared,
});

const oauth = z.object({
  clientId: z.optional(z.string().check(z.minLength(1))),
  clientSecret: z.optional(z.string().check(z.minLength(1))),
  scopes: z.optional(z.array(z.string().check(z.minLength(1)))),
});

const http = z.object({
  type: z.enum(['http', 'sse']),
  url: z.string().check(z.regex(/^((https?|unix|pipe):\/\/|\$\{input:)/)),
  headers: z._default(record(z.string()), {}),
  oauth: z.optional(oauth),
  ...shared,
});

/** With the input in its report, a wrong value can be told from a missing one. */
const withInput = { reportInput: true } as const;

/** Milliseconds; a timer that is set for longer ends at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Reads the value of the setting `mcpRoots.servers` of one scope, in the shape of `mcp.json`. Each entry stands on its
 * own: of a bad one it is said what is wrong and where, the others are used.
 * @param inputs those of the same scope; a definition may use no others (rule 12)
 */
export function parseDefinitions(
  value: unknown,
  scope: Scope,
  inputs: Inputs = noInputs,
): readonly ConfiguredServer[] {
  return parseEntries('mcpRoots.servers', value, scope, (name, entry) =>
    parseDefinition(name, entry, scope, inputs),
  );
}

/** Reads a setting with one entry for each name, each on its own. @param parse reads one of them */
export function parseEntries(
  setting: 'mcpRoots.servers' | 'mcpRoots.agents',
  value: unknown,
  scope: Scope,
  parse: (name: string, entry: unknown) => ConfiguredServer,
): readonly ConfiguredServer[] {
  if (value === undefined || value === null) return [];
  const noun = setting === 'mcpRoots.servers' ? 'server' : 'agent';
  if (typeof value !== 'object' || Array.isArray(value)) {
    return [faulty(setting, scope, `The setting must be an object with one entry for each ${noun}.`, [])];
  }
  const taken = new Map<string, string>();
  return Object.entries(value).map(([name, entry]) => {
    const other = taken.get(name.toLowerCase());
    if (other !== undefined) {
      return faulty(name, scope, `The name differs from "${other}" only in case. Rename one of them.`, []);
    }
    taken.set(name.toLowerCase(), name);
    if (name.trim() === '')
      return faulty(name, scope, `${noun === 'server' ? 'A server' : 'An agent'} needs a name.`, []);
    return parse(name, entry);
  });
}

/** Reads one entry. @param inputs those of the same scope */
export function parseDefinition(
  name: string,
  entry: unknown,
  scope: Scope,
  inputs: Inputs,
): ConfiguredServer {
  return withInputs(parseEntry(name, entry, scope), inputs);
}

function parseEntry(name: string, entry: unknown, scope: Scope): ConfiguredServer {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return faulty(name, scope, 'The entry must be an object with a "command" or a "url".', []);
  }
  if ('type' in entry && !types.has(entry.type)) {
    return faulty(name, scope, '"type" must be "stdio", "http" or "sse".', ['type']);
  }
  const isHttp = 'type' in entry ? entry.type === 'http' || entry.type === 'sse' : 'url' in entry;
  if (isHttp) {
    const parsed = z.safeParse(http, 'type' in entry ? entry : { type: 'http', ...entry }, withInput);
    if (!parsed.success) return faultyField(name, scope, parsed.error);
    const { type, url, headers } = parsed.data;
    const own = parsed.data.oauth && oauthOf(parsed.data.oauth);
    return defined(name, scope, { type, url, headers, ...(own && { oauth: own }) }, parsed.data);
  }
  const parsed = z.safeParse(stdio, entry, withInput);
  if (!parsed.success) return faultyField(name, scope, parsed.error);
  const { type, command, args, cwd, envFile } = parsed.data;
  const env = Object.fromEntries(
    Object.entries(parsed.data.env).map(([key, v]) => [key, v === null ? null : String(v)]),
  );
  return defined(name, scope, { type, command, args, cwd, env, envFile }, parsed.data);
}

function oauthOf({ clientId, clientSecret, scopes }: z.infer<typeof oauth>): OAuthClient {
  return {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(scopes && { scopes }),
  };
}

function defined(
  name: string,
  scope: Scope,
  transport: ServerDefinition['transport'],
  options: z.infer<typeof stdio> | z.infer<typeof http>,
): ConfiguredServer {
  const { declare, primary, onRevoke, whenEmpty, files, schemes } = options.roots;
  // Left out where there are none, so that the fingerprints of older definitions stay the same.
  const besides = { ...(files && { files }), ...(schemes.length > 0 && { schemes }) };
  const initialize = inMilliseconds(options.timeouts.initialize);
  const request = inMilliseconds(options.timeouts.request);
  return {
    kind: 'defined',
    definition: {
      name,
      scope,
      transport,
      roots: { declare, primary, onRevoke, whenEmpty, ...besides },
      timeouts: { initialize, request },
      inputs: [],
    },
  };
}

/** Gives a definition the inputs that it uses; an input that is missing or cannot be used makes it faulty. */
function withInputs(configured: ConfiguredServer, inputs: Inputs): ConfiguredServer {
  if (configured.kind === 'faulty') return configured;
  const { definition } = configured;
  const { name, scope } = definition;
  const own = new Map<string, InputDefinition>();
  for (const { name: variable, at } of lateVariables(definition.transport)) {
    if (!variable.startsWith('input:')) continue;
    const id = variable.slice('input:'.length);
    const input = inputs.get(id);
    if (input === undefined) {
      const why = `The input "${id}" is not defined. Add it to "mcpRoots.inputs" of the ${scopeText(scope)}.`;
      return faulty(name, scope, why, at);
    }
    if (input.kind === 'faulty') {
      const why = `The input "${id}" in "mcpRoots.inputs" cannot be used: ${input.why}.`;
      return faulty(name, scope, why, at);
    }
    own.set(id, input);
  }
  return { kind: 'defined', definition: { ...definition, inputs: [...own.values()] } };
}

/** An entry that cannot be used. @param at where in it */
export function faulty(
  name: string,
  scope: Scope,
  problem: string,
  at: readonly (string | number)[],
): ConfiguredServer {
  return { kind: 'faulty', fault: { name, scope, problem, at } };
}

/** An entry of which one field is wrong, with what is wrong with it in words. */
export function faultyField(name: string, scope: Scope, error: z.core.$ZodError): ConfiguredServer {
  const issue = error.issues[0];
  const at = (issue?.path ?? []).filter((key) => typeof key !== 'symbol');
  return faulty(
    name,
    scope,
    `"${fieldName(at)}" ${issue === undefined ? 'is wrong' : requirement(issue)}.`,
    at,
  );
}

/** `args[1]`, `env.PORT` */
function fieldName(at: readonly (string | number)[]): string {
  return at.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${key}`)).join('');
}

function requirement(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.map((each) => `"${String(each)}"`).join(' or ')}`;
    case 'invalid_union':
      return 'must be a string, a number or null';
    case 'invalid_format':
      if (issue.path.includes('schemes')) return 'must be a scheme such as "https", and not "file"';
      return 'must be an address that begins with http:// or https://';
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be more than ${issue.minimum}`;
    case 'too_big':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'is wrong';
  }
}

function article(noun: string): string {
  const word = noun === 'record' ? 'object' : noun === 'int' ? 'whole number' : noun;
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.min(seconds * 1000, longestTimer);
}
