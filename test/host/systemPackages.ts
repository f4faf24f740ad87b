import { CommandFailed, progress, run, which } from './commandLine';

/** Something the machine lacks that this run may not, or could not, install itself. */
export class MissingTool extends Error {
  override readonly name = 'MissingTool';
}

/**
 * Installs Debian packages where this user may: as root, or with a `sudo` that asks no password.
 * @throws MissingTool that names the packages and the command to run, everywhere else.
 */
export async function installSystemPackages(packages: readonly string[], why: string): Promise<void> {
  const list = packages.join(' ');
  const privileged = await privilegedAptGet();
  if (privileged === undefined) {
    throw new MissingTool(
      `${why} Install it: apt-get install ${list} (this needs root, which this run is not).`,
    );
  }
  const [command, ...args] = privileged;
  const install = [...args, 'install', '-y', '--no-install-recommends', ...packages];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  progress(`${why} Installing ${list} with apt-get.`);
  try {
    await run(command, install, { env });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    try {
      await run(command, [...args, 'update'], { env });
      await run(command, install, { env });
    } catch (cause) {
      throw new MissingTool(`${why} apt-get could not install ${list}. Install it by hand.`, { cause });
    }
  }
}

/** The command line to start apt-get with the rights it needs, waiting for another one that runs. */
async function privilegedAptGet(): Promise<[string, ...string[]] | undefined> {
  const aptGet = which('apt-get');
  if (aptGet === undefined) return undefined;
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  if (process.getuid?.() === 0) return [aptGet, ...wait];
  const sudo = which('sudo');
  if (sudo === undefined) return undefined;
  try {
    await run(sudo, ['-n', 'true']);
    return [sudo, '-n', aptGet, ...wait];
  } catch {
    return undefined;
  }
}
