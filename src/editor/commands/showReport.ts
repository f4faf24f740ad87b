import { window } from 'vscode';
import { visibleJson } from '../../core/text';
import { accessReport } from '../../node/host/accessReport';
import { reportText } from '../documents/reportText';
import { wholeMomentText } from '../moments';
import type { CommandContext } from './commandContext';

/** Asks for which reader, and shows who can see what as a document. */
export async function showReport({ host, documents }: CommandContext): Promise<void> {
  const items = [
    { label: 'Markdown', detail: 'To read: one section for each server', isJson: false },
    { label: 'JSON', detail: 'For another program: the same, with exact times', isJson: true },
  ];
  const choice = await window.showQuickPick(items, { placeHolder: 'Report who can see what, as' });
  if (choice === undefined) return;
  const kept = await host.supervisor.record.read();
  if (choice.isJson) {
    const report = accessReport(host, kept, (at) => new Date(at).toISOString());
    await documents.showReport('Who can see what.json', visibleJson(report));
  } else {
    const report = accessReport(host, kept, wholeMomentText);
    await documents.showReport('Who can see what.md', reportText(report));
  }
}
