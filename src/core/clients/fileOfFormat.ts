/** Reading and changing files of one format. A change is made in one place; everything else stays as it is. */
export interface FileOfFormat {
  /**
   * The whole file as a value; undefined for an empty one.
   * @throws {Error} when it cannot be read; the message says where
   */
  parse(text: string): unknown;
  /** Sets the value at `section.name`; where `value` is undefined, removes what is there. */
  put(text: string, section: string, name: string, value: Record<string, unknown> | undefined): string;
}
