import { window } from 'vscode';
import type { Disposable } from '../core/lifecycle';
import { displayText } from '../core/text';
import type { Supervisor } from '../node/host/supervisor';
import { withoutLinks } from './withoutLinks';

/**
 * Notifies the user when a server at a URL keeps what it was told of a folder that it may not see any more: unlike a
 * process it cannot be ended (rule 7).
 */
export function noticeUntold({ disclosures }: Pick<Supervisor, 'disclosures'>): Disposable {
  return disclosures.onDidRecord(({ server, what }) => {
    if (what.event !== 'not untold') return;
    const folders = what.uris.length === 1 ? 'a folder' : `${what.uris.length} folders`;
    const text =
      `What “${displayText(server, 60)}” was told cannot be untold: it knows ${folders} that it may not see any more. ` +
      'Its session was ended and another begun.';
    void window.showInformationMessage(withoutLinks(text));
  });
}
