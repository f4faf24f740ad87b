import { window } from 'vscode';
import type { Disposable } from '../core/lifecycle';
import { displayText } from '../core/text';
import type { Host } from '../node/host/host';
import { withoutLinks } from './withoutLinks';

/**
 * Says that a server at an address keeps what it was told of a folder that it may not see any more: unlike a process it
 * cannot be ended (design rule 7).
 */
export function noticeUntold({ disclosures }: Pick<Host, 'disclosures'>): Disposable {
  return disclosures.onDidRecord(({ server, what }) => {
    if (what.event !== 'not untold') return;
    const folders = what.uris.length === 1 ? 'a folder' : `${what.uris.length} folders`;
    const text =
      `“${displayText(server, 60)}” was told of ${folders} that it may not see any more. Its session is ended and a ` +
      'new one begun, but it is not on your side of the line: what it was told cannot be untold.';
    void window.showInformationMessage(withoutLinks(text));
  });
}
