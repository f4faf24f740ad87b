import { homedir } from 'node:os';
import path from 'node:path';
import { window } from 'vscode';
import type { ConsentRow } from '../../core/consent/consentForm';
import { whyBroad } from '../../core/roots/broadFolder';
import { isFolder } from '../../core/roots/grantable';
import { displayText } from '../../core/text';
import type { ConsentService } from '../../node/host/consentService';

/**
 * Asks for a second confirmation for each folder that shows more than anyone would expect: a whole disk, the home
 * directory, or a folder around it or around the workspace (rule 4).
 * @returns the rows that were confirmed, or need no confirmation
 */
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
    // If the home directory is not known, every folder needs confirmation (rule 1).
    const why =
      broad ?? (homePath === undefined ? 'It could not be compared with your home directory.' : undefined);
    if (why === undefined || (await confirm(row, why))) confirmed.push(row);
  }
  return confirmed;
}

async function confirm({ path: folder, server }: ConsentRow, why: string): Promise<boolean> {
  const share = 'Share All of It';
  const message = `Share ${displayText(folder, 200)} with “${displayText(server.name, 60)}”?`;
  const detail = `${why} The ${server.noun} may see everything inside it.`;
  return (await window.showWarningMessage(message, { modal: true, detail }, share)) === share;
}
