/** A file of one format: read as a value, and changed in one place with everything else left as it is. */
export interface FileOfFormat {
  /**
   * The whole file as a value. Undefined for an empty one.
   * @throws {Error} when it cannot be read; the message says where
   */
  parse(text: string): unknown;
  /** Puts a value at `section.name`, or takes what is there away, where `value` is undefined. */
  put(text: string, section: string, name: string, value: Record<string, unknown> | undefined): string;
}
