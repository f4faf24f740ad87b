import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { definitionSummary } from '../../core/approval/definitionSummary';
import { fingerprintOf, type FingerprintGround } from '../../core/consent/fingerprint';
import type { Fingerprint } from '../../core/consent/decision';
import { isUserError, messageOf, UserError } from '../../core/errors';
import type { HttpTransport, ServerDefinition, StdioTransport } from '../../core/servers/definition';
import { parseAddress } from '../../core/servers/address';
import {
  expandHttp,
  expandStdio,
  launchTexts,
  type Launch,
  type ProcessLaunch,
} from '../../core/servers/launch';
import type { VariableValues } from '../../core/servers/variables';
import { whyUnavailable } from '../../core/roots/candidate';
import type { RealPath } from '../../core/roots/realPath';
import { lookAtFolder } from '../folders/lookAtFolder';
import { resolveExecutable } from '../process/executable';
import { marksUnder } from './valueMarks';

/** Bytes. */
const largestEnvFile = 1024 * 1024;

/** A server whose definition was read to the end: what would run is known, frozen, and has its fingerprint. */
export interface PreparedServer {
  readonly kind: 'prepared';
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  /** Every text by which the launch could name a folder to the server. */
  readonly texts: readonly string[];
  /** The definition's own working directory as the disk spells it. */
  readonly cwdRealPath: RealPath | undefined;
  readonly fingerprint: Fingerprint;
  /** The same in words. */
  readonly summary: string;
  /** The file that variables were taken from, for looking whether it is still the same. */
  readonly envFile: string | undefined;
}

/** A definition that could not be read to the end. */
export interface UnpreparedServer {
  readonly kind: 'unprepared';
  readonly definition: ServerDefinition;
  readonly why: string;
  /** Where in the definition. */
  readonly at: readonly (string | number)[];
}

/**
 * Puts in variables, reads the `envFile`, finds the executable and takes the fingerprint. Starts nothing and reaches
 * nothing.
 */
export async function prepareServer(
  definition: ServerDefinition,
  values: VariableValues,
  ground: FingerprintGround,
): Promise<PreparedServer | UnpreparedServer> {
  const { transport } = definition;
  const unprepared = (why: string, ...at: (string | number)[]): UnpreparedServer => {
    return { kind: 'unprepared', definition, why, at };
  };
  const prepared = (launch: Launch, envFile?: string, cwdRealPath?: RealPath): PreparedServer => {
    const fingerprint = fingerprintOf(definition, launch, ground);
    const summary = definitionSummary(definition, launch, marksUnder(ground.key));
    const texts = launchTexts(launch, envFile);
    return { kind: 'prepared', definition, launch, texts, cwdRealPath, fingerprint, summary, envFile };
  };
  const expanded =
    transport.type === 'stdio' ? expandStdio(transport, values) : expandHttp(transport, values);
  if (expanded.kind === 'refused') return unprepared(expanded.why, ...expanded.at);
  try {
    if (expanded.transport.type !== 'stdio') {
      checkAddress(expanded.transport);
      return prepared({ kind: 'address', ...expanded.transport });
    }
    const { cwd, envFile } = expanded.transport;
    const cwdRealPath = cwd === undefined ? undefined : await checked('cwd', workingDirectory(cwd));
    return prepared(await launchOf(expanded.transport), envFile, cwdRealPath);
  } catch (error) {
    if (error instanceof FieldError) return unprepared(error.message, error.field);
    throw error;
  }
}

/** A failure that one field of the definition causes. */
class FieldError extends UserError {
  constructor(
    readonly field: string,
    cause: unknown,
  ) {
    super(messageOf(cause), { cause });
  }
}

/** @throws {FieldError} */
function checkAddress({ url, headers }: HttpTransport): void {
  const address = parseAddress(url);
  if (address.kind === 'wrong') throw new FieldError('url', new UserError(address.why));
  for (const [name, value] of Object.entries(headers)) {
    try {
      void new Headers([[name, value]]);
    } catch {
      throw new FieldError('headers', new UserError(`The header "${name}" cannot be sent. Correct it.`));
    }
  }
}

async function launchOf({ command, args, cwd, env, envFile }: StdioTransport): Promise<ProcessLaunch> {
  const fromFile = envFile === undefined ? {} : await checked('envFile', readEnvFile(envFile));
  const executable = await checked(
    'command',
    resolveExecutable(command, {
      path: process.env['PATH'],
      pathExt: process.env['PATHEXT'],
      platform: process.platform,
      flavour: path,
    }),
  );
  return { kind: 'process', executable, args, cwd, env: { ...fromFile, ...env } };
}

async function checked<T>(field: string, check: Promise<T>): Promise<T> {
  return check.catch((error: unknown) => Promise.reject(new FieldError(field, error)));
}

async function readEnvFile(file: string): Promise<Record<string, string>> {
  if (!path.isAbsolute(file)) throw new UserError(`The envFile "${file}" must be an absolute path.`);
  const text = await readSmallFile(file).catch((cause: unknown) => {
    const why = isUserError(cause) ? `: ${cause.message}` : '';
    throw new UserError(`The envFile "${file}" cannot be read${why}.`, { cause });
  });
  return { ...parseEnv(text) } as Record<string, string>;
}

/** Reads a regular file only: a pipe would never end, and hold up every other server. */
async function readSmallFile(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new UserError('it is not a regular file');
    if (stat.size > largestEnvFile) throw new UserError(`it is larger than ${largestEnvFile} bytes`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

async function workingDirectory(cwd: string): Promise<RealPath> {
  if (!path.isAbsolute(cwd)) throw new UserError(`The cwd "${cwd}" must be an absolute path.`);
  const sighting = await lookAtFolder(cwd);
  if (sighting.kind !== 'available')
    throw new UserError(
      `The cwd "${cwd}" cannot be used: ${whyUnavailable({ availability: sighting })}. Correct "cwd".`,
    );
  const { realPath } = sighting;
  const home = await lookAtFolder(homedir());
  // Without an answer it may be the home directory.
  const isHome = home.kind === 'no answer' || (home.kind === 'available' && home.realPath === realPath);
  if (isHome || realPath === path.parse(realPath).root) {
    throw new UserError(`The cwd "${cwd}" would show the server everything. Name a folder inside it.`);
  }
  return realPath;
}
