import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { QuickPick } from './quickPick';
import { until } from './until';

/**
 * Chooses a folder in VS Code's own path box, which is open. The box reads folders while one types, and puts its
 * text back when it is done; so each step waits until the box shows what that step leads to.
 */
export async function choosePath(box: QuickPick, folder: string): Promise<void> {
  const text = `${folder}/`;
  const shown = async () => ({ value: (await box.head())?.value ?? '', rows: await labels(box) });
  await until(
    'the path box to be filled',
    shown,
    ({ value, rows }) => value.startsWith('/') && rows.length > 0,
  );
  const inside = foldersIn(folder);
  await until(
    `the path box to show ${folder}`,
    async () => {
      const seen = await shown();
      if (seen.value !== text) await box.paste(text);
      return seen;
    },
    ({ value, rows }) => value === text && rows.join('\n') === inside.join('\n'),
  );
  await until(
    `the folder ${folder} to be accepted`,
    async () => {
      await box.clickOkIfOpen();
      return box.isOpen();
    },
    (open) => !open,
  );
}

/** Chooses a file in VS Code's own path box, which is open. */
export async function chooseFile(box: QuickPick, file: string): Promise<void> {
  await until(
    'the path box to be filled',
    async () => (await box.head())?.value ?? '',
    (value) => value.startsWith('/'),
  );
  await until(
    `the path box to take ${file}`,
    async () => {
      const head = await box.head();
      if (head === undefined) return false;
      if (head.value !== file) await box.paste(file);
      else await box.clickOkIfOpen();
      return box.isOpen();
    },
    (open) => !open,
  );
}

async function labels(box: QuickPick): Promise<string[]> {
  const rows = await box.rows();
  return rows
    .map((row) => row.label)
    .filter((label) => label !== '..')
    .sort();
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true)
    .sort();
}
