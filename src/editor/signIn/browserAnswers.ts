import { env, Uri, window } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';

/**
 * What the browser brings back from a sign-in: it opens an address of this extension, which VS Code hands to it after
 * asking the user. An answer that nobody waits for is dropped.
 */
export class BrowserAnswers implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #address: Uri;
  readonly #waiting = new Map<string, (answer: URLSearchParams) => void>();

  /** @param extensionId names the extension in its addresses */
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

  /** To where the browser has to bring an answer, so that it comes to this window. */
  async address(): Promise<string> {
    return (await env.asExternalUri(this.#address)).toString(true);
  }

  /** Resolves with the answer to the sign-in of this state; never, if the browser brings none before `done`. */
  expect(state: string): { readonly answer: Promise<URLSearchParams>; readonly done: Disposable } {
    const answer = new Promise<URLSearchParams>((resolve) => this.#waiting.set(state, resolve));
    return { answer, done: { dispose: () => this.#waiting.delete(state) } };
  }

  dispose(): void {
    this.#waiting.clear();
    this.#lifetime.dispose();
  }
}
