import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AnswerSecrets } from '../../inputs/answerSecrets';

/** What is kept of a sign-in: as the SDK gave it, stamped with who issued it. */
export interface KeptSignIn {
  /** The application that was registered, with what the answer of the browser comes to. */
  readonly client?: { readonly redirectUrl: string; readonly information: Readonly<Record<string, unknown>> };
  readonly tokens?: Readonly<Record<string, unknown>>;
  /** Where the tokens were given, which the user was shown: there they can be renewed, and nowhere else. */
  readonly endpoint?: TokenEndpoint;
}

interface TokenEndpoint {
  readonly url: string;
  /** As what one can say there who one is; left out where nothing is said of that. */
  readonly authMethods?: readonly string[];
  /** For which resource the tokens are. */
  readonly resource?: string;
}

/** Where sign-ins are kept. */
export type SignInSecrets = Pick<AnswerSecrets, 'get' | 'store' | 'delete'>;

const values = z.record(z.string(), z.unknown());
const kept = z.object({
  client: z.optional(z.object({ redirectUrl: z.string(), information: values })),
  tokens: z.optional(values),
  endpoint: z.optional(
    z.object({
      url: z.url(),
      authMethods: z.exactOptional(z.array(z.string())),
      resource: z.exactOptional(z.url()),
    }),
  ),
});
const pointer = z.object({ issuer: z.string() });
const boundSecret = z.object({ issuer: z.string(), digest: z.string() });

/**
 * What is kept of the sign-ins at one server: for each issuer its own, and which of them was the last. What was
 * altered counts as nothing.
 */
export class SignInStore {
  readonly #secrets: SignInSecrets;
  readonly #resource: string;
  readonly #formerly: string;

  /**
   * @param resource names the server, and as what is signed in there
   * @param scope of the definition: what was signed in for one scope is not used by another
   */
  constructor(secrets: SignInSecrets, resource: readonly string[], scope: string) {
    this.#secrets = secrets;
    this.#resource = JSON.stringify([...resource, scope]);
    this.#formerly = JSON.stringify(resource);
  }

  /** The issuer of the last sign-in. */
  async issuer(): Promise<string | undefined> {
    return parsed(pointer, await this.#secrets.get(this.#name()))?.issuer;
  }

  async read(issuer: string): Promise<KeptSignIn> {
    const { client, tokens, endpoint } = parsed(kept, await this.#secrets.get(this.#name(issuer))) ?? {};
    return { ...(client && { client }), ...(tokens && { tokens }), ...(endpoint && { endpoint }) };
  }

  async write(issuer: string, what: KeptSignIn): Promise<void> {
    await this.#secrets.store(this.#name(issuer), JSON.stringify(what));
    await this.#secrets.store(this.#name(), JSON.stringify({ issuer }));
  }

  /** The issuer to which this client secret goes, if it went to one. */
  async issuerOfSecret(secret: string): Promise<string | undefined> {
    const bound = parsed(boundSecret, await this.#secrets.get(this.#secretName));
    return bound?.digest === digestOf(secret) ? bound.issuer : undefined;
  }

  /** From now on this client secret goes to this issuer only. */
  async bindSecret(secret: string, issuer: string): Promise<void> {
    await this.#secrets.store(this.#secretName, JSON.stringify({ issuer, digest: digestOf(secret) }));
  }

  /** Forgets the last sign-in, with the application that was registered for it. */
  async forget(): Promise<void> {
    for (const resource of [this.#resource, this.#formerly]) {
      const last = parsed(pointer, await this.#secrets.get(this.#name(undefined, resource)));
      if (last !== undefined) await this.#secrets.delete(this.#name(last.issuer, resource));
      await this.#secrets.delete(this.#name(undefined, resource));
    }
  }

  /** Forgets also to whom the client secret of the definition went. */
  async forgetAll(): Promise<void> {
    await this.forget();
    await this.#secrets.delete(this.#secretName);
  }

  get #secretName(): string {
    return `signIn secret ${this.#resource}`;
  }

  #name(issuer?: string, resource = this.#resource): string {
    return `signIn ${JSON.stringify(issuer === undefined ? [resource] : [resource, issuer])}`;
  }
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function parsed<T extends z.core.$ZodType>(schema: T, text: string | undefined): z.output<T> | undefined {
  if (text === undefined) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
