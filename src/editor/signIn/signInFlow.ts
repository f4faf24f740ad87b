import { commands, ProgressLocation, window } from 'vscode';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { BegunSignIn } from '../../node/http/oauth/signInSubject';
import type { SignIn } from '../../node/http/oauth/signIn';
import type { ManagedServer } from '../../node/servers/managedServer';
import { viewId } from '../ids';
import type { BrowserAnswers } from './browserAnswers';

/** Milliseconds that a person may take in the browser. */
const longestSignIn = 10 * 60_000;

const openBrowser = 'Open Browser';

/** The one way in which the user signs in at a server: sees where, opens the browser, comes back. */
export class SignInFlow {
  readonly #host: Host;
  readonly #answers: BrowserAnswers;

  constructor(host: Host, answers: BrowserAnswers) {
    this.#host = host;
    this.#answers = answers;
  }

  /**
   * Signs in at a server that asked for it.
   * @returns whether the user is signed in; false when the question or the browser was left
   * @throws {UserError} when it did not work
   */
  async ask(server: ManagedServer): Promise<boolean> {
    const signIn = await this.#host.supervisor.signInOf(server);
    const begun = await window.withProgress({ location: { viewId } }, () => this.#begin(signIn));
    if (begun === undefined) return true;
    if (!(await mayOpen(server, begun))) return false;
    const answer = await this.#inBrowser(begun);
    if (answer === undefined) return false;
    await begun.finish(answer);
    return true;
  }

  async #begin(signIn: SignIn): Promise<BegunSignIn | undefined> {
    return signIn.begin(await this.#answers.address());
  }

  async #inBrowser({ url, state }: BegunSignIn): Promise<URLSearchParams | undefined> {
    const { answer, done } = this.#answers.expect(state);
    const title = `Waiting for you to sign in at ${displayText(url.host, 100)} in the browser`;
    const location = ProgressLocation.Notification;
    try {
      // Given as a string: a `Uri` would lose what is encoded in it.
      await commands.executeCommand('vscode.open', url.href);
      return await window.withProgress({ location, title, cancellable: true }, (_, left) => {
        let timer: NodeJS.Timeout | undefined;
        const given = new Promise<undefined>((resolve) => {
          left.onCancellationRequested(() => resolve(undefined));
          timer = setTimeout(() => resolve(undefined), longestSignIn);
        });
        return Promise.race([answer, given]).finally(() => clearTimeout(timer));
      });
    } finally {
      done.dispose();
    }
  }
}

/**
 * Asks before anything is opened or sent, and shows where that would be: all of it is the server's word (rule 9;
 * CVE-2025-6514).
 */
async function mayOpen(
  { name, prepared }: ManagedServer,
  { url, tokenHost, sendsSecret }: BegunSignIn,
): Promise<boolean> {
  const where = displayText(url.host, 200);
  const own = prepared?.launch.kind === 'address' ? displayText(prepared.launch.url, 200) : name;
  const message = `“${displayText(name, 60)}” asks you to sign in at ${where}.`;
  const detail =
    `Your browser opens ${displayText(`${url.origin}${url.pathname}`, 300)}. Sign in only if you know that URL.\n\n` +
    `What the browser brings back is exchanged for a token at ${displayText(tokenHost, 200)}` +
    (tokenHost === url.host
      ? '.\n\n'
      : ', another host: go on only if you know that both belong together.\n\n') +
    (sendsSecret
      ? 'The client secret of the definition goes there, and to no other issuer after it.\n\n'
      : '') +
    `The token is kept in VS Code's secret storage and sent to ${own} only.`;
  return (await window.showInformationMessage(message, { modal: true, detail }, openBrowser)) === openBrowser;
}
