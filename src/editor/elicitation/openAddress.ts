import { env, ThemeIcon, window, type Uri } from 'vscode';
import type { Address } from '../../core/elicitation/address';
import type { AskingServer } from '../../core/features/askingServer';
import { askQuestion } from '../questions/questionPick';
import { withoutLinks } from '../withoutLinks';
import { called, lineText, promptText } from '../questions/serverTexts';

/**
 * Shows where a URL from a server leads, and opens it if the user says so. Nothing is fetched before (MCP 2025-11-25,
 * client/elicitation, safe URL handling).
 */
export async function openAddress(
  server: AskingServer,
  address: Address,
  signal: AbortSignal,
): Promise<'accept' | 'decline' | 'cancel'> {
  for (;;) {
    const answer = await askQuestion(questionOf(server, address), signal);
    switch (answer) {
      case 'copy':
        await env.clipboard.writeText(address.url);
        break;
      case 'open': {
        // Given as a string: a `Uri` would write the query in another way.
        const isOpen = await env.openExternal(address.url as unknown as Uri);
        return isOpen ? 'accept' : 'cancel';
      }
      case 'decline':
        return 'decline';
      case undefined:
        return 'cancel';
    }
  }
}

/** Tells the user that, as the server says, what the URL was for is done. */
export function tellCompleted(server: AskingServer, { host }: Address): void {
  const message = `${called(server)} says that what it sent you to ${lineText(host, 100)} for is done.`;
  void window.showInformationMessage(withoutLinks(message));
}

function questionOf(
  server: AskingServer,
  { message, url, host, isEncrypted }: Address,
): Parameters<typeof askQuestion<'open' | 'copy' | 'decline'>>[0] {
  return {
    title: `${called(server)} asks you to open ${lineText(host, 100)}`,
    prompt: promptText(message),
    placeholder: isEncrypted
      ? 'Look at the host: is it who you expect? What you do there is between you and that host.'
      : 'Not encrypted: others can read and change what you send there.',
    items: [
      {
        answer: 'decline',
        label: 'Decline',
        detail: 'The server is told that you do not open it.',
        iconPath: new ThemeIcon('circle-slash'),
      },
      {
        answer: 'open',
        label: `Open ${lineText(host, 100)} in the Browser`,
        detail: lineText(url, 400),
        iconPath: new ThemeIcon(isEncrypted ? 'link-external' : 'warning'),
      },
      { answer: 'copy', label: 'Copy the Address', iconPath: new ThemeIcon('copy') },
    ],
  };
}
