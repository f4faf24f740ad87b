import { resourceContentsOf, type ResourceContents } from '../../core/features/content';
import {
  promptMessagesOf,
  promptOf,
  type PromptDescription,
  type PromptMessage,
} from '../../core/features/prompt';
import {
  resourceOf,
  resourceTemplateOf,
  type ResourceDescription,
  type ResourceTemplate,
} from '../../core/features/resource';
import { Emitter } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import { recordOf, textOf } from '../../core/recordOf';
import type { ServerList as ListName } from '../../core/session/changingLists';
import { toolOf, type ToolDescription } from '../../core/tools/toolDescription';
import { ServerList } from './serverList';

/** JSON-RPC 2.0, section 5.1. */
const methodNotFound = -32601;

/** What the features of a server need of the client. */
export interface FeatureRequests {
  /** What the server declared when it was initialised; hostile. */
  readonly capabilities: () => unknown;
  readonly request: (
    method: string,
    params: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

/** The prompt or resource whose argument is to be completed. */
export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/**
 * What a server offers besides reading folders. Everything is read at the border, entry by entry, so that a malformed
 * entry does not hide the others; and only what the server declared is requested.
 */
export class ServerOffers implements Disposable {
  readonly tools: ServerList<ToolDescription>;
  readonly prompts: ServerList<PromptDescription>;
  readonly resources: ServerList<ResourceDescription>;
  readonly templates: ServerList<ResourceTemplate>;
  readonly #client: FeatureRequests;
  readonly #updated = new Emitter<string>();

  /** Fires with the URI of a resource that has changed (MCP, server/resources, subscriptions). */
  readonly onDidUpdate = this.#updated.event;

  constructor(client: FeatureRequests) {
    this.#client = client;
    const list = <T>(
      capability: ListName,
      method: string,
      key: string,
      entryOf: (said: unknown) => T | undefined,
    ) =>
      new ServerList<T>(
        () => this.#declared(capability) !== undefined,
        async (cursor) => {
          const answer = await client
            .request(method, cursor === undefined ? {} : { cursor })
            .catch((error: unknown) => noneIfUnknown(method, error));
          const said = answer[key];
          const entries = (Array.isArray(said) ? said : []).flatMap((each) => entryOf(each) ?? []);
          return { entries, next: textOf(answer['nextCursor']) };
        },
      );
    this.tools = list('tools', 'tools/list', 'tools', toolOf);
    this.prompts = list('prompts', 'prompts/list', 'prompts', promptOf);
    this.resources = list('resources', 'resources/list', 'resources', resourceOf);
    this.templates = list('resources', 'resources/templates/list', 'resourceTemplates', resourceTemplateOf);
  }

  /** Does the server complete arguments? */
  get completes(): boolean {
    return this.#declared('completions') !== undefined;
  }

  /** Does the server tell when a resource has changed? */
  get takesSubscriptions(): boolean {
    return recordOf(this.#declared('resources'))['subscribe'] === true;
  }

  /** The contents of a resource, which may have several parts. */
  async read(uri: string, signal?: AbortSignal): Promise<readonly ResourceContents[]> {
    const { contents } = await this.#client.request('resources/read', { uri }, signal);
    return (Array.isArray(contents) ? contents : []).flatMap((each) => resourceContentsOf(each) ?? []);
  }

  /** From now on `onDidUpdate` fires for this resource, if the server declared subscriptions. */
  async subscribe(uri: string): Promise<void> {
    if (this.takesSubscriptions) await this.#client.request('resources/subscribe', { uri });
  }

  /** Ends a subscription. */
  async unsubscribe(uri: string): Promise<void> {
    if (this.takesSubscriptions) await this.#client.request('resources/unsubscribe', { uri });
  }

  /** The messages that a prompt makes of these arguments. */
  async prompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<readonly PromptMessage[]> {
    return promptMessagesOf(await this.#client.request('prompts/get', { name, arguments: args }, signal));
  }

  /**
   * Values that an argument which begins so could have, at most a hundred; none if the server does not complete.
   * @param known arguments that have their value already
   */
  async complete(
    reference: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    known: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    if (!this.completes) return [];
    const context = { arguments: known };
    const answer = await this.#client.request(
      'completion/complete',
      { ref: reference, argument, context },
      signal,
    );
    const { values } = recordOf(answer['completion']);
    const texts = (Array.isArray(values) ? values : []).filter((each) => typeof each === 'string');
    return texts.slice(0, 100);
  }

  /** The server says that one of its lists has changed. */
  changed(list: ListName): void {
    switch (list) {
      case 'tools':
        return this.tools.listAgain();
      case 'prompts':
        return this.prompts.listAgain();
      case 'resources':
        this.resources.listAgain();
        return this.templates.listAgain();
    }
  }

  /** The server says that a resource has changed. */
  updated(uri: string): void {
    this.#updated.fire(uri);
  }

  dispose(): void {
    for (const each of [this.tools, this.prompts, this.resources, this.templates]) each.dispose();
    this.#updated.dispose();
  }

  #declared(capability: ListName | 'completions'): unknown {
    return recordOf(this.#client.capabilities())[capability];
  }
}

/** No capability says whether a server with resources has templates too: one that does not know the method has none. */
function noneIfUnknown(method: string, error: unknown): Readonly<Record<string, unknown>> {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (method === 'resources/templates/list' && code === methodNotFound) return {};
  throw error;
}
