import type { RealPath } from '../../core/roots/realPath';

/** A write that is about to happen, as the open documents want it. */
export interface PlannedWrite {
  /** The text as it goes to the disk: in the encoding in which the user has the file open. */
  readonly bytes: Uint8Array;
  /** The file was written, or was not in the end: open documents are brought in step. Never throws. */
  written(isWritten: boolean): Promise<void>;
}

/**
 * The documents that the user has open, as the editor has them. It decides nothing and writes nothing: it is asked for
 * paths that were allowed, which are judged again afterwards.
 */
export interface OpenTexts {
  /** The text of a document that the user has changed and not saved; undefined where the disk says it. */
  unsaved(file: RealPath): Promise<string | undefined>;
  /**
   * The file is about to be written.
   * @param hasRead whether the agent knows an unsaved text: what it knows, it may put another text in place of
   * @returns undefined where the user has changes that it does not know: nothing may be written over those
   */
  plan(
    file: RealPath,
    text: string,
    hasRead: (unsaved: string) => boolean,
  ): Promise<PlannedWrite | undefined>;
}

/** Where there is no editor. */
export const noOpenTexts: OpenTexts = {
  unsaved: () => Promise.resolve(undefined),
  plan: (_file, text) =>
    Promise.resolve({ bytes: Buffer.from(text, 'utf8'), written: () => Promise.resolve() }),
};
