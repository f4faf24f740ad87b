/** Options of one agent. They are part of its definition, and so of its fingerprint. */
export interface AgentSwitches {
  /** Whether it may ask this window for the text of files. */
  readonly readsFiles: boolean;
  /** Whether it may have this window write files. */
  readonly writesFiles: boolean;
  /** Whether a missing file is given as an empty text: some agents do not write a file after any error. */
  readonly missingIsEmpty: boolean;
}
