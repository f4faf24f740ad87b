import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AnswerSecrets } from '../../inputs/answerSecrets';

/** What is kept of a sign-in with one issuer, as the SDK gave it. */
export interface KeptSignIn {
  /** The application that was registered, and the redirect URL for which it was. */
  readonly client?: { readonly redirectUrl: string; readonly information: Readonly<Record<string, unknown>> };
  readonly tokens?: Readonly<Record<string, unknown>>;
  /** Where the tokens were issued, which the user was shown: they are renewed only there. */
  readonly endpoint?: TokenEndpoint;
}

interface TokenEndpoint {
  readonly url: string;
  /** The ways in which a client may authenticate there; left out where the metadata do not say. */
  readonly authMethods?: readonly string[];
  /** The resource that the tokens are for. */
  readonly resource?: string;
}

/** Where sign-ins are stored. */
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
 * The sign-ins at one server: one for each issuer, and which issuer was the last. A stored text that does not
 * have the expected form counts as absent.
 */
export class SignInStore {
  readonly #secrets: SignInSecrets;
  readonly #resource: string;
  readonly #formerly: string;

  /**
   * @param resource the URL of the server and the client id
   * @param scope the scope of the definition: a sign-in for one scope is not used by another
   */
  constructor(secrets: SignInSecrets, resource: readonly string[], scope: string) {
    this.#secrets = secrets;
    this.#resource = JSON.stringify([...resource, scope]);
    this.#formerly = JSON.stringify(resource);
  }

  /** The issuer of the last sign-in; undefined where there is none. */
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

  /** The issuer to which this client secret was sent; undefined where there is none. */
  async issuerOfSecret(secret: string): Promise<string | undefined> {
    const bound = parsed(boundSecret, await this.#secrets.get(this.#secretName));
    return bound?.digest === digestOf(secret) ? bound.issuer : undefined;
  }

  /** Records that this client secret goes to this issuer; then it is sent to no other. */
  async bindSecret(secret: string, issuer: string): Promise<void> {
    await this.#secrets.store(this.#secretName, JSON.stringify({ issuer, digest: digestOf(secret) }));
  }

  /** Removes the last sign-in, with the application that was registered for it. */
  async forget(): Promise<void> {
    for (const resource of [this.#resource, this.#formerly]) {
      const last = parsed(pointer, await this.#secrets.get(this.#name(undefined, resource)));
      if (last !== undefined) await this.#secrets.delete(this.#name(last.issuer, resource));
      await this.#secrets.delete(this.#name(undefined, resource));
    }
  }

  /** As `forget`, and removes also the record of where the client secret of the definition was sent. */
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
