import { codeOf, messageOf } from '../../../core/errors';
import type { Event } from '../../../core/event';
import type { Log } from '../../../core/log';
import type { PrivateFolder } from '../privateFolder';
import { UnfitFile } from '../privateFile';

/** Where an editor keeps secrets, as far as the head of a store needs it. */
export interface HeadSecrets {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  /** Fires in every window of this installation. Left out where there is one window only. */
  readonly onDidChange?: Event<{ readonly key: string }>;
}

/** Where texts of a head are kept under names. */
export interface HeadPlace {
  /** The text of this name; undefined when there is none. @throws when it cannot be read */
  read(name: string): Promise<string | undefined>;
  /** @throws when it could not be kept */
  write(name: string, text: string): Promise<void>;
}

/** What the names of secrets of a head begin with. */
const headPrefix = 'mcpRoots.head.';

const largestPart = 16 * 1024 * 1024;

/** The secret storage: restoring files does not bring it back to an earlier state. */
export function inSecrets(secrets: HeadSecrets): HeadPlace {
  return {
    read: async (name) => secrets.get(`${headPrefix}${name}`),
    write: async (name, text) => secrets.store(`${headPrefix}${name}`, text),
  };
}

/** The name of the text that changed, where a changed secret is one of a head. */
export function headNameOf(key: string): string | undefined {
  return key.startsWith(headPrefix) ? key.slice(headPrefix.length) : undefined;
}

/** Files of the storage itself, where secrets do not persist: they can be restored together with the records. */
export function inFolder(folder: PrivateFolder, log: Log): HeadPlace {
  return {
    read: async (name) => {
      try {
        return (await folder.read(`${name}.json`, largestPart)).text;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        if (!(error instanceof UnfitFile)) throw error;
        log.warn(`"${name}.json" in "${folder.path}" is not used: it ${messageOf(error)}.`);
        return undefined;
      }
    },
    write: async (name, text) => {
      await folder.replace(`${name}.json`, text);
      await folder.sync();
    },
  };
}
