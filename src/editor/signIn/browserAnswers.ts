import { env, Uri, window } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';

/**
 * Receives what the browser brings back from a sign-in: the browser opens a URL of this extension, which VS Code hands
 * over after asking the user. An answer that nobody waits for is dropped.
 */
export class BrowserAnswers implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #address: Uri;
  readonly #waiting = new Map<string, (answer: URLSearchParams) => void>();

  /** @param extensionId names the extension in its URLs */
  constructor(extensionId: string) {
    this.#address = Uri.parse(`${env.uriScheme}://${extensionId}/signed-in`);
    this.#lifetime.add(
      window.registerUriHandler({
        handleUri: ({ path, query }) => {
          const answer = new URLSearchParams(query);
          if (path === this.#address.path) this.#waiting.get(answer.get('state') ?? '')?.(answer);
        },
      }),
    );
  }

  /** The URL to which the browser has to bring an answer, so that it comes to this window. */
  async address(): Promise<string> {
    return (await env.asExternalUri(this.#address)).toString(true);
  }

  /** Waits for the answer to the sign-in of this state; for ever, if `done` is disposed before it comes. */
  expect(state: string): { readonly answer: Promise<URLSearchParams>; readonly done: Disposable } {
    const answer = new Promise<URLSearchParams>((resolve) => this.#waiting.set(state, resolve));
    return { answer, done: { dispose: () => this.#waiting.delete(state) } };
  }

  dispose(): void {
    this.#waiting.clear();
    this.#lifetime.dispose();
  }
}
