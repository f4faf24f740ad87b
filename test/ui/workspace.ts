import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What a workspace of the tests holds. */
export interface WorkspaceContent {
  /** Folders that are open, in order. */
  readonly folders: readonly string[];
  /** Folders beside them, which are not open. */
  readonly beside?: readonly string[];
  /** The setting `mcpRoots.servers` of the workspace. */
  readonly servers?: unknown;
  /** Other settings of the workspace. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A workspace in a folder of its own; each of its folders holds one text, `note.txt`. */
export interface TestWorkspace {
  readonly folder: string;
  /** The `.code-workspace` file. */
  readonly file: string;
  /** The absolute path of something in it. */
  path(...names: readonly string[]): string;
  remove(): void;
}

/** Writes a workspace; it goes with `remove`. */
export function makeWorkspace(content: WorkspaceContent): TestWorkspace {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-roots-ui-'));
  const place = (...names: readonly string[]) => path.join(folder, ...names);
  for (const name of [...content.folders, ...(content.beside ?? [])]) {
    mkdirSync(place(name), { recursive: true });
    writeFileSync(place(name, 'note.txt'), `This is the note in ${name}.\n`);
  }
  const file = place('ui.code-workspace');
  const settings = {
    ...content.settings,
    ...(content.servers !== undefined && { 'mcpRoots.servers': content.servers }),
  };
  writeFileSync(
    file,
    JSON.stringify({ folders: content.folders.map((name) => ({ path: name })), settings }, null, 2),
  );
  return { folder, file, path: place, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
