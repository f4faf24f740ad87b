import { deepEqual, equal } from 'node:assert/strict';
import { commands, window, workspace } from 'vscode';
import { ReadOnlyDocuments } from '../../src/editor/documents/readOnlyDocuments';
import { eventually } from '../host/workbench/until';

describe('a document about a server', () => {
  const documents = new ReadOnlyDocuments();

  after(() => documents.dispose());
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  it('is plain text that nobody can change or is asked to save', async () => {
    await documents.show('What a/b sees', () => 'first');
    const document = window.activeTextEditor?.document;
    if (document === undefined) throw new Error('No document is open.');
    const { uri, languageId, isUntitled } = document;
    deepEqual(
      { path: uri.path, languageId, isUntitled },
      { path: '/What a_b sees', languageId: 'plaintext', isUntitled: false },
    );
    await commands.executeCommand('type', { text: 'typed' });
    deepEqual({ text: document.getText(), isDirty: document.isDirty }, { text: 'first', isDirty: false });
  });

  it('is written again when what it tells of has changed, and one title is one document', async () => {
    let text = 'before';
    await documents.show('changing', () => text);
    text = 'after';
    documents.refresh();
    await eventually(() => window.activeTextEditor?.document.getText(), 'after');
    await documents.show('changing', () => 'another');
    await eventually(() => window.activeTextEditor?.document.getText(), 'another');
    equal(workspace.textDocuments.filter(({ uri }) => uri.path === '/changing').length, 1);
  });
});
