// What must stand before anything runs from a clone in which nothing is installed yet. Needs plain Node only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const oldestNode = 20;
/** Where npm itself records what it has installed. */
const installedPackages = path.join('node_modules', '.package-lock.json');

/**
 * Installs the packages of the lock file where they are not, compiles to `out/` and bundles to `dist/`, unless nobody
 * needs the bundles. What is current stays as it is. Throws an Error that says which of it failed.
 */
export async function prepare({ bundles = true } = {}) {
  await installPackages();
  const sources = stateOfSources();
  await unlessMadeFrom(sources, 'out', async () => {
    await mustRun(process.execPath, [binary('typescript', 'bin/tsc'), '--project', 'tsconfig.json']);
    removeStaleOutput();
  });
  if (bundles) await unlessMadeFrom(sources, 'dist', () => mustRun(process.execPath, ['esbuild.mjs']));
}

/** Installs the packages of the lock file where they are not. */
export async function installPackages() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    throw new Error(`Node ${oldestNode} or later is needed; this is ${process.version}.`);
  }
  if (!packagesAreInstalled()) {
    console.error('Installing the packages of package-lock.json ...');
    await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--include=dev']);
  }
}

/** Makes what is in the folder, unless that was made here from these sources and came to its end. */
async function unlessMadeFrom(sources, folder, make) {
  const note = path.join(root, folder, '.made-from');
  if (existsSync(note) && readFileSync(note, 'utf8') === sources) return;
  rmSync(note, { force: true });
  await make();
  writeFileSync(note, sources);
}

/** Another text after each edit, checkout or installation: reading the files themselves would take longer. */
function stateOfSources() {
  const hash = createHash('sha256').update(process.version);
  const below = ['src', 'test'].flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true })
      .filter((file) => /\.(ts|json)$/.test(file))
      .map((file) => path.join(top, file)),
  );
  const others = ['tsconfig.json', 'esbuild.mjs', installedPackages];
  for (const file of [...below, ...others]) {
    const { mtimeMs, size } = statSync(path.join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** Packages the extension as it is published, and gives the path of the VSIX below `artifacts/`. */
export async function packageExtension() {
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const file = path.join(root, 'artifacts', `${name}-${version}.vsix`);
  mkdirSync(path.dirname(file), { recursive: true });
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    file,
  ];
  await mustRun(process.execPath, [binary('@vscode/vsce', 'vsce'), 'package', ...options]);
  return file;
}

/** The file of a package's program, to be run by this Node on every platform. */
export function binary(packageName, file) {
  return path.join(root, 'node_modules', ...packageName.split('/'), ...file.split('/'));
}

const show = (text) => process.stdout.write(text);

/**
 * Runs a program in the checkout to its end, handing on what it prints.
 * Gives its exit code, 1 for an end by a signal or after `minutes`, and the last line of its output.
 */
export function run(command, args, { env = {}, minutes = 15, out = show } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    const late = setTimeout(() => {
      console.error(`${path.basename(args[0] ?? command)} did not end within ${minutes} minutes.`);
      child.kill('SIGKILL');
    }, minutes * 60_000);
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop);
    let lastLine = '';
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out(text);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lastLine = lines.filter((line) => line.trim() !== '').at(-1) ?? lastLine;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(late);
      process.off('SIGTERM', stop);
      resolve({ code: code ?? 1, lastLine: rest.trim() === '' ? lastLine : rest });
    });
  });
}

async function mustRun(command, args) {
  const { code } = await run(command, args);
  if (code !== 0)
    throw new Error(`"${[path.basename(command), ...args].join(' ')}" failed with code ${code}.`);
}

/** Whether node_modules holds the versions of the lock file. */
function packagesAreInstalled() {
  const installed = packagesIn(path.join(root, installedPackages));
  if (installed === undefined) return false;
  const wanted = packagesIn(path.join(root, 'package-lock.json')) ?? {};
  return Object.entries(wanted).every(
    ([folder, each]) => folder === '' || each.optional || installed[folder]?.version === each.version,
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** A test whose source was deleted must not run from an earlier compilation. */
function removeStaleOutput() {
  for (const top of ['src', 'test']) {
    const folder = path.join(root, 'out', top);
    if (!existsSync(folder)) continue;
    for (const file of readdirSync(folder, { recursive: true })) {
      const source = path.join(root, top, file.replace(/\.js(\.map)?$/, '.ts'));
      if (/\.js(\.map)?$/.test(file) && !existsSync(source)) rmSync(path.join(folder, file));
    }
  }
}
