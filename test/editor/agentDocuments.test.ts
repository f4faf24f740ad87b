import { deepEqual, equal } from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  commands,
  ConfigurationTarget,
  EndOfLine,
  Range,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
} from 'vscode';
import { Lifetime } from '../../src/core/lifecycle';
import type { PinnedRoot } from '../../src/core/roots/containment';
import { OpenDocuments } from '../../src/editor/agents/openDocuments';
import type { OpenTexts } from '../../src/node/acp/openTexts';
import { TextFiles } from '../../src/node/acp/textFiles';
import { pinRoot } from '../../src/node/paths/pinRoot';
import { readCases } from '../containment/caseFile';
import { agentFilesWith, runCase, type Subject } from '../containment/runCase';
import { checkoutRoot } from '../host/checkout';
import { eventually, until } from '../host/workbench/until';

const switches = { readsFiles: true, writesFiles: true, missingIsEmpty: false };
const unheard = new AbortController().signal;

describe('the documents that are open, as an agent meets them', function () {
  this.timeout(60_000);
  let own: Lifetime;
  let top: string;
  let root: PinnedRoot;
  let documents: OpenDocuments;
  let saves: string[];

  beforeEach(async () => {
    own = new Lifetime();
    // Outside the workspace: VS Code watches there only what it shows.
    top = mkdtempSync(path.join(realpathSync(tmpdir()), 'agents-'));
    for (const name of ['app', 'outside']) mkdirSync(at(name));
    writeFileSync(at('app', 'a.txt'), 'one\ntwo\nthree\n');
    writeFileSync(at('outside', 's.txt'), 'secret');
    const pinned = await pinRoot(at('app'));
    if (pinned === undefined) throw new Error('no root');
    root = pinned;
    documents = own.add(new OpenDocuments());
    saves = [];
    own.add(
      workspace.onWillSaveTextDocument(({ document: { uri } }) => {
        if (uri.fsPath.startsWith(top)) saves.push(uri.fsPath);
      }),
    );
  });

  afterEach(async () => {
    own.dispose();
    await closeAll();
    rmSync(top, { recursive: true, force: true });
  });

  const at = (...names: string[]) => path.join(top, ...names);
  const textAt = (...names: string[]) => readFileSync(at(...names), 'utf8');
  const filesWith = (texts: OpenTexts = documents) => new TextFiles(() => [root], texts, switches);
  const read = (file: string, files = filesWith()) => files.read({ path: file }, unheard);
  const given = (value: string | undefined) => ({ kind: 'done', value });

  async function show(file: string): Promise<TextDocument> {
    const document = await workspace.openTextDocument(Uri.file(file));
    await window.showTextDocument(document, { preview: false });
    return document;
  }

  it('are read as the user has them, saved or not', async () => {
    const document = await show(at('app', 'a.txt'));
    deepEqual(await read(at('app', 'a.txt')), given('one\ntwo\nthree\n'));
    await put([document], 'mine\n');
    deepEqual(await read(at('app', 'a.txt')), given('mine\n'));
    equal(textAt('app', 'a.txt'), 'one\ntwo\nthree\n');
  });

  it('are found by another spelling of their path, the one by its own name first', async () => {
    symlinkSync('a.txt', at('app', 'link.txt'));
    symlinkSync(at('app'), at('alias'));
    await put([await show(at('alias', 'a.txt'))], 'by another spelling');
    deepEqual(await read(at('app', 'link.txt')), given('by another spelling'));
    await put([await show(at('app', 'a.txt'))], 'by its name');
    deepEqual(await read(at('app', 'link.txt')), given('by its name'));
  });

  it('are not taken for a file that the link they were opened by leads to later', async () => {
    symlinkSync(at('outside', 's.txt'), at('app', 'turns.txt'));
    await put([await show(at('app', 'turns.txt'))], 'unsaved secret');
    equal((await read(at('app', 'turns.txt'))).kind, 'refused');
    rmSync(at('app', 'turns.txt'));
    writeFileSync(at('app', 'turns.txt'), 'harmless');
    deepEqual(await read(at('app', 'turns.txt')), given('harmless'));
    const files = filesWith();
    deepEqual(await files.write(at('app', 'turns.txt'), 'W'), given(undefined));
    equal(textAt('outside', 's.txt'), 'secret');
  });

  it('that were changed before anybody looked lie nobody knows where until they are saved', async () => {
    symlinkSync(at('outside', 's.txt'), at('app', 'turns.txt'));
    await put([await show(at('app', 'turns.txt'))], 'unsaved secret');
    rmSync(at('app', 'turns.txt'));
    writeFileSync(at('app', 'turns.txt'), 'harmless');
    const document = await show(at('app', 'a.txt'));
    await put([document], 'mine');
    const late = own.add(new OpenDocuments());
    const files = filesWith(late);
    deepEqual(await read(at('app', 'turns.txt'), files), given('harmless'));
    deepEqual(await read(at('app', 'a.txt'), files), given('one\ntwo\nthree\n'));
    for (const name of ['turns.txt', 'a.txt']) {
      equal((await files.write(at('app', name), 'W')).kind, 'refused');
    }
    await undoTo(document, 'one\ntwo\nthree\n');
    await commands.executeCommand('redo');
    deepEqual([document.getText(), document.isDirty], ['mine', true]);
    deepEqual(await read(at('app', 'a.txt'), files), given('one\ntwo\nthree\n'));
    equal(await document.save(), true);
    await put([document], 'mine again');
    deepEqual(await read(at('app', 'a.txt'), files), given('mine again'));
    deepEqual(await files.write(at('app', 'a.txt'), 'W'), given(undefined));
    equal(textAt('app', 'turns.txt'), 'harmless');
  });

  it('are no file before they have a name', async () => {
    await window.showTextDocument(
      await workspace.openTextDocument(Uri.file(at('app', 'new.txt')).with({ scheme: 'untitled' })),
    );
    deepEqual(await read(at('app', 'new.txt')), { kind: 'missing' });
    deepEqual(await filesWith().write(at('app', 'new.txt'), 'W'), given(undefined));
    equal(textAt('app', 'new.txt'), 'W');
  });

  describe('and are not changed', () => {
    const settings = () => workspace.getConfiguration('files');

    beforeEach(async () => {
      await settings().update('autoSave', 'afterDelay', ConfigurationTarget.Global);
      await settings().update('autoSaveDelay', 1, ConfigurationTarget.Global);
    });

    afterEach(async () => {
      await settings().update('autoSave', 'off', ConfigurationTarget.Global);
      await settings().update('autoSaveDelay', undefined, ConfigurationTarget.Global);
    });

    /** @param file says "one", of which nothing else knows */
    async function follows(document: TextDocument): Promise<void> {
      const marked: boolean[] = [];
      own.add(
        workspace.onDidChangeTextDocument((change) => {
          if (change.document === document) marked.push(document.isDirty);
        }),
      );
      const file = document.uri.fsPath;
      deepEqual(await filesWith().write(file, 'one\r\nTWO\r\n'), given(undefined));
      equal(readFileSync(file, 'utf8'), 'one\r\nTWO\r\n');
      await eventually(() => document.getText(), 'one\r\nTWO\r\n');
      await eventually(() => document.encoding, 'utf8');
      deepEqual([new Set(marked), document.isDirty], [new Set([false]), false]);
      deepEqual(saves, []);
      await settings().update('autoSave', 'off', ConfigurationTarget.Global);
      await window.showTextDocument(document);
      await undoTo(document, 'one\ntwo\nthree\n');
    }

    it('are in step with their file once it is written, never marked as changed, and it can be undone', async () => {
      await follows(await show(at('app', 'a.txt')));
    });

    it('are so also where nobody sees them, in a folder that VS Code does not watch', async () => {
      await follows(await workspace.openTextDocument(Uri.file(at('app', 'a.txt'))));
    });
  });

  it('that the user has changed take the text as an edit, which undoing takes back and saving does not ask about', async () => {
    const document = await show(at('app', 'a.txt'));
    await put([document], 'one\nmine\nthree\n');
    const files = filesWith();
    deepEqual(await read(at('app', 'a.txt'), files), given('one\nmine\nthree\n'));
    deepEqual(await files.write(at('app', 'a.txt'), 'one\nmine and yours\nthree\n'), given(undefined));
    equal(document.getText(), 'one\nmine and yours\nthree\n');
    equal(textAt('app', 'a.txt'), 'one\nmine and yours\nthree\n');
    deepEqual(saves, []);
    await undoTo(document, 'one\nmine\nthree\n');
    await commands.executeCommand('redo');
    equal(await document.save(), true);
    deepEqual([document.isDirty, textAt('app', 'a.txt')], [false, 'one\nmine and yours\nthree\n']);
  });

  it('that the user has changed and the agent has not read are not written over', async () => {
    const document = await show(at('app', 'a.txt'));
    await put([document], 'mine');
    const files = filesWith();
    equal((await files.write(at('app', 'a.txt'), 'W')).kind, 'refused');
    await read(at('app', 'a.txt'), files);
    await put([document], 'mine, and more');
    equal((await files.write(at('app', 'a.txt'), 'W')).kind, 'refused');
    deepEqual([document.getText(), textAt('app', 'a.txt')], ['mine, and more', 'one\ntwo\nthree\n']);
  });

  it('keep their encoding, as long as it can say the text', async () => {
    writeFileSync(at('app', 'a.txt'), Buffer.from('caf\u00e9', 'latin1'));
    const document = await workspace.openTextDocument(Uri.file(at('app', 'a.txt')), { encoding: 'iso88591' });
    await window.showTextDocument(document);
    equal(document.getText(), 'caf\u00e9');
    await filesWith().write(at('app', 'a.txt'), 'th\u00e9');
    equal(readFileSync(at('app', 'a.txt'), 'latin1'), 'th\u00e9');
    await eventually(() => document.getText(), 'th\u00e9');
    await filesWith().write(at('app', 'a.txt'), 'th\u00e9 \u2603');
    equal(textAt('app', 'a.txt'), 'th\u00e9 \u2603');
  });

  for (const isChanged of [false, true]) {
    it(`${isChanged ? 'and changed ' : ''}lead nobody outside when a folder becomes a link between judging and doing`, async () => {
      mkdirSync(at('app', 'sub'));
      writeFileSync(at('app', 'sub', 's.txt'), 'inside');
      const document = await show(at('app', 'sub', 's.txt'));
      if (isChanged) await put([document], 'unsaved');
      const swap = () => {
        renameSync(at('app', 'sub'), at('app', 'before'));
        symlinkSync(at('outside'), at('app', 'sub'));
      };
      const back = () => {
        rmSync(at('app', 'sub'));
        renameSync(at('app', 'before'), at('app', 'sub'));
      };
      let then = () => {};
      const files = filesWith({
        unsaved: async (file) => {
          then();
          return documents.unsaved(file);
        },
        plan: async (...asked) => {
          const plan = await documents.plan(...asked);
          then();
          return plan;
        },
      });
      deepEqual(await read(at('app', 'sub', 's.txt'), files), given(document.getText()));
      then = swap;
      equal((await read(at('app', 'sub', 's.txt'), files)).kind, 'refused');
      back();
      equal((await files.write(at('app', 'sub', 's.txt'), 'W')).kind, 'refused');
      equal(textAt('outside', 's.txt'), 'secret');
      equal(document.getText(), isChanged ? 'unsaved' : 'inside');
      back();
      equal(textAt('app', 'sub', 's.txt'), 'inside');
    });
  }

  it('change nothing of what the contract of containment says, changed and not saved as they are', async () => {
    const openAll = async (directory: string) => {
      const files = filesIn(directory).map((file) => workspace.openTextDocument(Uri.file(file)));
      await put(await Promise.all(files), 'unsaved');
    };
    const subjects: readonly Subject[] = [['open documents', agentFilesWith(documents), openAll]];
    const cases = readCases(path.join(checkoutRoot(), 'test', 'containment', 'cases.json'));
    const failed: string[] = [];
    for (const each of cases.filter(({ id }) => /symlink|race|alias|nested|cross|stale|outside/.test(id))) {
      const result = await runCase(each, subjects);
      if (result.kind === 'failed') failed.push(`${each.id}: ${result.because}`);
    }
    deepEqual(failed, []);
  });
});

/** Every file below, by every spelling that does not go in circles. */
function filesIn(directory: string, depth = 3): readonly string[] {
  return readdirSync(directory).flatMap((name) => {
    const at = path.join(directory, name);
    const kind = existsSync(at) ? statSync(at) : undefined;
    if (kind?.isDirectory() === true) return depth > 0 ? filesIn(at, depth - 1) : [];
    return kind?.isFile() === true ? [at] : [];
  });
}

/** As the user types it: unsaved. */
async function put(documents: readonly TextDocument[], text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  for (const document of documents) {
    const last = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(document.uri, new Range(document.positionAt(0), last), text);
  }
  equal(await workspace.applyEdit(edit), true);
  deepEqual(
    documents.map(({ isDirty, eol }) => ({ isDirty, eol })),
    documents.map(() => ({ isDirty: true, eol: EndOfLine.LF })),
  );
}

/** Undoes until this is the text: what is undone is the editor's that has the focus by then. */
async function undoTo(document: TextDocument, text: string): Promise<void> {
  await until(
    'the text before',
    async () => {
      await window.showTextDocument(document);
      await commands.executeCommand('undo');
      return document.getText();
    },
    (now) => now === text,
  );
}

/** Closes every editor without a word about what is not saved; VS Code shows what nobody had opened and is changed. */
async function closeAll(): Promise<void> {
  await until(
    'nothing to be open or changed',
    async () => {
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      const open = window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
      return open + workspace.textDocuments.filter(({ isDirty }) => isDirty).length;
    },
    (count) => count === 0,
    40_000,
  );
}
