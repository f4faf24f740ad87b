import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { isUserError, messageOf, UserError } from '../../core/errors';
import { parseAddress } from '../../core/servers/address';
import type { HttpTransport } from '../../core/servers/definition';
import { availabilityOf, whyUnavailable } from '../../core/roots/candidate';
import type { Program } from '../../core/approval/program';
import { asRealPath, type RealPath } from '../../core/roots/realPath';
import { realPathOf } from '../folders/realPathOf';
import { statFolder } from '../folders/statFolder';
import { resolveExecutable } from '../process/executable';

/** Bytes. */
const largestEnvFile = 1024 * 1024;

/** A failure that one field of the definition causes. */
export class FieldError extends UserError {
  constructor(
    /** Where in the definition. */
    readonly at: readonly (string | number)[],
    cause: unknown,
  ) {
    super(messageOf(cause), { cause });
  }
}

/** A variable has no value. The message names the variable, and no value that was put in. */
export class RefusedVariable extends FieldError {}

/** @throws {FieldError} when there is no such address */
export function checkUrl({ url }: HttpTransport): void {
  const address = parseAddress(url);
  if (address.kind === 'wrong') throw new FieldError(['url'], new UserError(address.why));
}

/** @throws {FieldError} when one of them cannot be sent */
export function checkHeaders({ headers }: HttpTransport): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      void new Headers([[name, value]]);
    } catch {
      throw new FieldError(['headers'], new UserError(`The header "${name}" cannot be sent. Correct it.`));
    }
  }
}

/** Finds the program of a definition on `PATH`. @throws {FieldError} */
export function foundExecutable(command: string): Promise<string> {
  const { platform, env } = process;
  return checked(
    'command',
    resolveExecutable(command, { path: env['PATH'], pathExt: env['PATHEXT'], platform, flavour: path }),
  );
}

/** Where the name of a program leads; to itself where the system does not say (Windows: app execution aliases). */
export async function programAt(executable: string): Promise<Program> {
  const leadsTo = await realPathOf(executable).catch(() => asRealPath(executable));
  return { path: executable, leadsTo };
}

/** The variables in an envFile; none without a file. @throws {FieldError} */
export async function variablesOf(envFile: string | undefined): Promise<Record<string, string>> {
  return envFile === undefined ? {} : checked('envFile', readEnvFile(envFile));
}

/** Where a working directory really lies; undefined without one. @throws {FieldError} when it cannot be one */
export async function realCwd(cwd: string | undefined): Promise<RealPath | undefined> {
  return cwd === undefined ? undefined : checked('cwd', workingDirectory(cwd));
}

async function checked<T>(field: string, check: Promise<T>): Promise<T> {
  return check.catch((error: unknown) => Promise.reject(new FieldError([field], error)));
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
  const availability = availabilityOf(await statFolder(cwd), 'folder');
  if (availability.kind !== 'available')
    throw new UserError(
      `The cwd "${cwd}" cannot be used: ${whyUnavailable({ availability })}. Correct "cwd".`,
    );
  const { realPath } = availability;
  const home = await statFolder(homedir());
  // If the disk does not answer, the cwd may be the home directory.
  const isHome = home.kind === 'no answer' || (home.kind === 'available' && home.realPath === realPath);
  if (isHome || realPath === path.parse(realPath).root) {
    throw new UserError(`The cwd "${cwd}" would show the server everything. Name a folder inside it.`);
  }
  return realPath;
}
