import type { RealPath } from '../../core/roots/realPath';

/** A write that is about to happen, as open documents require it. */
export interface PlannedWrite {
  /** The text as it goes to the disk, in the encoding in which the user has the file open. */
  readonly bytes: Uint8Array;
  /** To be called with whether the file was written in the end; updates open documents. Never throws. */
  written(isWritten: boolean): Promise<void>;
}

/**
 * The documents that the user has open in the editor. It decides nothing and writes nothing. It is asked only for paths
 * that were allowed, and they are judged again afterwards.
 */
export interface OpenTexts {
  /** The text of a document with unsaved changes; undefined where there is none, so that the text on disk counts. */
  unsaved(file: RealPath): Promise<string | undefined>;
  /**
   * The file is about to be written.
   * @param hasRead whether the agent has read this unsaved text, so that it may replace it
   * @returns undefined where the user has unsaved changes that the agent has not read: the file must not be written
   */
  plan(
    file: RealPath,
    text: string,
    hasRead: (unsaved: string) => boolean,
  ): Promise<PlannedWrite | undefined>;
}

/** For hosts without an editor. */
export const noOpenTexts: OpenTexts = {
  unsaved: () => Promise.resolve(undefined),
  plan: (_file, text) =>
    Promise.resolve({ bytes: Buffer.from(text, 'utf8'), written: () => Promise.resolve() }),
};
