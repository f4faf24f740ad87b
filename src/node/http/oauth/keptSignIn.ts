import * as z from 'zod/mini';
import type { AnswerSecrets } from '../../inputs/answerSecrets';

/** What is kept of a sign-in: as the SDK gave it, stamped with who issued it. */
export interface KeptSignIn {
  /** The application that was registered, with what the answer of the browser comes to. */
  readonly client?: { readonly redirectUrl: string; readonly information: Readonly<Record<string, unknown>> };
  readonly tokens?: Readonly<Record<string, unknown>>;
}

/** Where sign-ins are kept. */
export type SignInSecrets = Pick<AnswerSecrets, 'get' | 'store' | 'delete'>;

const values = z.record(z.string(), z.unknown());
const kept = z.object({
  client: z.optional(z.object({ redirectUrl: z.string(), information: values })),
  tokens: z.optional(values),
});
const pointer = z.object({ issuer: z.string() });

/**
 * What is kept of the sign-ins at one server: for each issuer its own, and which of them was the last. What was
 * altered counts as nothing.
 */
export class SignInStore {
  readonly #secrets: SignInSecrets;
  readonly #resource: string;

  /** @param resource names the server, and as what is signed in there */
  constructor(secrets: SignInSecrets, resource: string) {
    this.#secrets = secrets;
    this.#resource = resource;
  }

  /** The issuer of the last sign-in. */
  async issuer(): Promise<string | undefined> {
    return parsed(pointer, await this.#secrets.get(this.#name()))?.issuer;
  }

  async read(issuer: string): Promise<KeptSignIn> {
    const { client, tokens } = parsed(kept, await this.#secrets.get(this.#name(issuer))) ?? {};
    return { ...(client && { client }), ...(tokens && { tokens }) };
  }

  async write(issuer: string, what: KeptSignIn): Promise<void> {
    await this.#secrets.store(this.#name(issuer), JSON.stringify(what));
    await this.#secrets.store(this.#name(), JSON.stringify({ issuer }));
  }

  /** Forgets the last sign-in, with the application that was registered for it. */
  async forget(): Promise<void> {
    const issuer = await this.issuer();
    if (issuer !== undefined) await this.#secrets.delete(this.#name(issuer));
    await this.#secrets.delete(this.#name());
  }

  #name(issuer?: string): string {
    return `signIn ${JSON.stringify(issuer === undefined ? [this.#resource] : [this.#resource, issuer])}`;
  }
}

function parsed<T extends z.core.$ZodType>(schema: T, text: string | undefined): z.output<T> | undefined {
  if (text === undefined) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
