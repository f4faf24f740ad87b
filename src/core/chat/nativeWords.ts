import type { PlatformPath } from 'node:path';
import { displayText } from '../text';
import type { NativeServer } from './nativeServer';

/** A file in few words: its last two names. */
export function shortPlace(file: string, path: PlatformPath): string {
  return displayText(`${path.basename(path.dirname(file))}/${path.basename(file)}`, 120);
}

/**
 * What it means that VS Code starts a server by itself, in one sentence. That it may be disabled in "MCP: List
 * Servers" cannot be known: nothing tells an extension.
 */
export function nativeCopySentence({ label, file, folder }: NativeServer, path: PlatformPath): string {
  const told = folder === undefined ? 'every folder' : `the folder ${displayText(path.basename(folder), 60)}`;
  const what = `"${displayText(label, 60)}" of ${shortPlace(file, path)}`;
  return `VS Code also starts ${what} itself, with ${told}, whatever is decided here`;
}
