import type { RealPath } from '../../core/roots/realPath';

/**
 * The documents that the user has open, as the editor has them. It decides nothing and saves nothing: it is asked for
 * paths that were allowed, which are judged again afterwards.
 */
export interface OpenTexts {
  /** The text of a document that the user has changed and not saved; undefined where the disk says it. */
  unsaved(file: RealPath): Promise<string | undefined>;
  /** The file is about to be written: an open document may take the text as an edit that can be undone. */
  willWrite(file: RealPath, text: string): Promise<void>;
  /** The file was written, or was not in the end: an open document is to be in step with it. Never throws. */
  didWrite(file: RealPath, isWritten: boolean): Promise<void>;
}

/** Where there is no editor. */
export const noOpenTexts: OpenTexts = {
  unsaved: () => Promise.resolve(undefined),
  willWrite: () => Promise.resolve(),
  didWrite: () => Promise.resolve(),
};
