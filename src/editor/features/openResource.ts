import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js';
import type { Uri } from 'vscode';
import type { ResourceTemplate } from '../../core/features/resource';
import { resourceFile, type ContentFile } from '../../core/features/contentFile';
import { protocolErrorText } from '../../core/features/protocolError';
import { messageOf, UserError } from '../../core/errors';
import { Lifetime } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { ServerOffers } from '../../node/session/serverOffers';
import { askTexts } from './askTexts';
import type { ContentDocuments } from './contentDocuments';
import { clientOf } from './pickEntry';
import { underWay } from './underWay';

/** Milliseconds from a notification that a resource has changed until it is read: they may come in floods. */
const readAgainAfter = 500;

/** A template with more variables is refused: no honest one has so many. */
const mostVariables = 30;

/**
 * Reads a resource and opens what it holds; while that is open it is read again whenever the server says that it has
 * changed.
 * @throws {UserError} when it cannot be read
 */
export async function openResource(
  server: ManagedServer,
  uri: string,
  content: ContentDocuments,
  log: Log,
): Promise<void> {
  const files = await readResource(server, uri);
  if (files === undefined) return;
  const { features } = clientOf(server);
  const whileOpen = new Lifetime();
  const uris = await content.showFiles(server, files, whileOpen, true);
  follow(features, uri, whileOpen, log, (file, index) => {
    const shown: Uri | undefined = uris[index];
    if (shown !== undefined) content.replace(shown, file);
  });
}

/**
 * The files that hold a resource.
 * @returns undefined when the user cancelled it
 * @throws {UserError} when it cannot be read
 */
export async function readResource(
  server: ManagedServer,
  uri: string,
): Promise<readonly ContentFile[] | undefined> {
  const name = displayText(uri, 200);
  const title = `Reading “${name}” of “${displayText(server.name, 60)}”`;
  const { features } = clientOf(server);
  const contents = await underWay(title, (signal) => features.read(uri, signal));
  if (contents?.length === 0) throw new UserError(`The resource “${name}” holds nothing that can be shown.`);
  return contents?.map(resourceFile);
}

/**
 * Asks for the variables of a template of resources, with the server's proposals.
 * @returns the URI; undefined when the user left
 * @throws {UserError} when the template is invalid, or has too many variables
 */
export async function askForAddress(
  server: ManagedServer,
  { uriTemplate, name }: ResourceTemplate,
): Promise<string | undefined> {
  const { features } = clientOf(server);
  const template = parsedTemplate(uriTemplate);
  const variables = [...new Set(template.variableNames)];
  if (variables.length > mostVariables) {
    throw new UserError(`The address has more than ${mostVariables} blanks. Ask the author of the server.`);
  }
  const steps = variables.map((variable) => ({ name: variable, description: undefined, isRequired: false }));
  const reference = { type: 'ref/resource', uri: uriTemplate } as const;
  const title = `${displayText(name, 60)} of ${displayText(server.name, 40)}`;
  const texts = await askTexts(
    title,
    steps,
    features.completes
      ? (argument, known, signal) => features.complete(reference, argument, known, signal)
      : undefined,
  );
  return texts && template.expand(texts);
}

function parsedTemplate(text: string): UriTemplate {
  try {
    return new UriTemplate(text);
  } catch (cause) {
    const why = displayText(messageOf(cause), 200);
    throw new UserError(`“${displayText(text, 200)}” is no template of an address: ${why}.`, { cause });
  }
}

/** Reads a resource again when it has changed, until `whileOpen` ends. Subscribes only if the server declared that. */
function follow(
  features: ServerOffers,
  uri: string,
  whileOpen: Lifetime,
  log: Log,
  changed: (file: ContentFile, index: number) => void,
): void {
  if (whileOpen.ended) return;
  const fail = (error: unknown) =>
    log.warn(`“${displayText(uri, 200)}” is not kept up to date. ${protocolErrorText(error)}`);
  let due: NodeJS.Timeout | undefined;
  const readAgain = async () => {
    const contents = await features.read(uri);
    if (!whileOpen.ended) contents.map(resourceFile).forEach(changed);
  };
  whileOpen.add(
    features.onDidUpdate((updated) => {
      if (updated !== uri) return;
      due ??= setTimeout(() => {
        due = undefined;
        void readAgain().catch(fail);
      }, readAgainAfter);
    }),
  );
  void features.subscribe(uri).catch(fail);
  whileOpen.add({
    dispose: () => {
      clearTimeout(due);
      // A server that has ended meanwhile has no subscription any more.
      void features.unsubscribe(uri).catch(() => {});
    },
  });
}
