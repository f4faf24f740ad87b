import { homedir } from 'node:os';
import path from 'node:path';
import { window } from 'vscode';
import type { ConsentRow } from '../../core/consent/consentForm';
import { whyBroad } from '../../core/roots/broadFolder';
import { isFolder } from '../../core/roots/grantable';
import { displayText } from '../../core/text';
import type { ConsentService } from '../../node/host/consentService';

/** Asks once more, explicitly, for each folder that shows more than anyone would expect. @returns what is left */
export async function confirmBroad(
  granted: readonly ConsentRow[],
  { catalog, statFolder }: Pick<ConsentService, 'catalog' | 'statFolder'>,
): Promise<readonly ConsentRow[]> {
  const home = await statFolder(homedir());
  const homePath = home.kind === 'available' ? home.realPath : undefined;
  const workspaceFolders = catalog.candidates
    .filter(({ origin }) => origin === 'workspace')
    .flatMap(({ availability }) => ('realPath' in availability ? availability.realPath : []));
  const confirmed: ConsentRow[] = [];
  for (const row of granted) {
    const { realPath } = row;
    if (realPath !== undefined && !isFolder(realPath)) {
      confirmed.push(row);
      continue;
    }
    const broad = realPath && whyBroad(realPath, homePath, workspaceFolders, path);
    // What cannot be compared is not taken for harmless (rule 1).
    const why =
      broad ?? (homePath === undefined ? 'It could not be compared with your home directory.' : undefined);
    if (why === undefined || (await confirm(row, why))) confirmed.push(row);
  }
  return confirmed;
}

async function confirm({ path: folder, server }: ConsentRow, why: string): Promise<boolean> {
  const share = 'Share All of It';
  const message = `Share ${displayText(folder, 200)} with “${displayText(server.name, 60)}”?`;
  const detail = `${why} The ${server.noun} learns of everything inside it.`;
  return (await window.showWarningMessage(message, { modal: true, detail }, share)) === share;
}
