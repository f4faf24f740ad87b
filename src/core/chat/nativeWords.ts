import type { PlatformPath } from 'node:path';
import { displayText } from '../text';
import type { NativeServer } from './nativeServer';

/** A short name for a file: the last two names of its path. */
export function shortPlace(file: string, path: PlatformPath): string {
  return displayText(`${path.basename(path.dirname(file))}/${path.basename(file)}`, 120);
}

/**
 * One sentence on what it means that VS Code starts a server itself. Whether the user disabled it in "MCP: List
 * Servers" cannot be known: extensions are not told.
 */
export function nativeCopySentence({ label, file, folder }: NativeServer, path: PlatformPath): string {
  const told = folder === undefined ? 'every folder' : `the folder ${displayText(path.basename(folder), 60)}`;
  const what = `"${displayText(label, 60)}" of ${shortPlace(file, path)}`;
  return `VS Code also starts ${what} itself, with ${told}, whatever is decided here`;
}
