import { window, type QuickPickItem } from 'vscode';
import { UserError } from '../../core/errors';
import { protocolErrorText } from '../../core/features/protocolError';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { Listed, ServerList } from '../../node/session/serverList';
import { withoutIcons } from '../withoutIcons';

/** An entry of a list, as a line shows it. All of it is hostile. */
export interface EntryWords {
  readonly label: string;
  readonly description: string | undefined;
  readonly detail: string | undefined;
}

/** The client of a running server. @throws {UserError} when the server does not run */
export function clientOf(server: ManagedServer): NonNullable<ManagedServer['client']> {
  if (server.client === undefined) throw new UserError(`“${server.name}” does not run. Start it first.`);
  return server.client;
}

/**
 * Reads a list of a server.
 * @throws {UserError} when the server refuses
 */
export async function listedBy<T>(
  server: ManagedServer,
  list: ServerList<T>,
  noun: string,
): Promise<Listed<T>> {
  try {
    return await list.list();
  } catch (error) {
    throw new UserError(
      `The ${noun} of “${displayText(server.name, 60)}” could not be listed. ${protocolErrorText(error)}`,
    );
  }
}

/** Asks for one of many entries; typing filters them. @returns undefined when the user left */
export async function pickEntry<T>(
  entries: readonly T[],
  placeHolder: string,
  wordsOf: (entry: T) => EntryWords,
): Promise<T | undefined> {
  const items = entries.map((entry): QuickPickItem & { readonly entry: T } => {
    const { label, description, detail } = wordsOf(entry);
    return {
      entry,
      label: withoutIcons(displayText(label, 80)),
      ...(description !== undefined && { description: withoutIcons(displayText(description, 120)) }),
      ...(detail !== undefined && { detail: withoutIcons(displayText(detail, 300)) }),
    };
  });
  const options = { placeHolder, matchOnDescription: true, matchOnDetail: true, ignoreFocusOut: true };
  return (await window.showQuickPick(items, options))?.entry;
}
