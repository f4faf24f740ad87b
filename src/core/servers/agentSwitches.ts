/** What has to be done otherwise for one agent. Part of its definition, and with it of its fingerprint. */
export interface AgentSwitches {
  /** Whether it may ask this window for the text of files. */
  readonly readsFiles: boolean;
  /** Whether it may have this window write files. */
  readonly writesFiles: boolean;
  /** A file that is not there is given as an empty text: some agents take any error for a reason not to write it. */
  readonly missingIsEmpty: boolean;
}
