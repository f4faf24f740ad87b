import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TreeItemCheckboxState, type TreeItem } from 'vscode';
import type { Log } from '../../src/core/log';
import { Postponed } from '../../src/editor/consent/postponed';
import { readRunSettings } from '../../src/editor/settings/runSettings';
import type { Node } from '../../src/editor/tree/nodes';
import { RootsTree } from '../../src/editor/tree/rootsTree';
import { Host } from '../../src/node/host/host';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A host with a storage of its own and the tree over it, as the extension makes them. */
export class EditorBench {
  readonly host: Host;
  readonly tree: RootsTree;
  readonly postponed = new Postponed();
  readonly #storage: string;

  private constructor(host: Host, storage: string) {
    this.host = host;
    this.#storage = storage;
    this.tree = new RootsTree(async () => host, this.postponed, {
      offersOf: async () => [],
      sessionsOf: () => [],
    });
  }

  static async open(): Promise<EditorBench> {
    const storage = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-roots-editor-bench-'));
    const source = path.join(__dirname, '..', '..', 'src');
    const host = await Host.open({
      version: '0.0.0',
      storage: path.join(storage, 'storage'),
      workspace: storage,
      scripts: {
        explorer: path.join(source, 'explorer', 'main.js'),
        guard: path.join(source, 'node', 'process', 'guard', 'main.js'),
        shim: path.join(source, 'shim', 'main.js'),
      },
      settings: readRunSettings,
      log: silent,
      logOf: () => silent,
    });
    return new EditorBench(host, storage);
  }

  /** The whole tree as lines: two blanks per level, `[x]` or `[ ]` for a checkbox, label, and description. */
  async lines(): Promise<readonly string[]> {
    return this.#linesBelow(undefined, '');
  }

  async close(): Promise<void> {
    this.tree.dispose();
    this.postponed.dispose();
    await this.host.close();
    rmSync(this.#storage, { recursive: true, force: true, maxRetries: 5 });
  }

  async #linesBelow(node: Node | undefined, indent: string): Promise<readonly string[]> {
    const lines: string[] = [];
    for (const child of await this.tree.getChildren(node)) {
      lines.push(indent + lineOf(this.tree.getTreeItem(child)));
      lines.push(...(await this.#linesBelow(child, `${indent}  `)));
    }
    return lines;
  }
}

function lineOf({ label, description, checkboxState }: TreeItem): string {
  const state = typeof checkboxState === 'object' ? checkboxState.state : checkboxState;
  const box = state === undefined ? '' : state === TreeItemCheckboxState.Checked ? '[x] ' : '[ ] ';
  const text = typeof label === 'object' ? label.label : label;
  return `${box}${text ?? ''}  ${String(description ?? '')}`;
}
