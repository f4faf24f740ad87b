/** A function of Node through which a journey leaves the host. */
export interface Door {
  /** An expression for the function; `require` can be used in it. */
  readonly calls: string;
  /** An expression, inside that function: is this the call that is waited for? */
  readonly when: string;
}

/** One call that was not over. */
export interface Frame {
  /** Empty for a function without a name. */
  readonly name: string;
  readonly url: string;
}

/** Calls inside each other, the inmost first. */
export interface Segment {
  readonly frames: readonly Frame[];
  /** How the one before was brought about by this one: "await", "Immediate" and so on. Empty for the first segment. */
  readonly how: string;
}

/** What was seen when a journey came to its door. */
export interface Arrival {
  /** The calls inside each other at the door, then those that had brought them about, and so on. */
  readonly segments: readonly Segment[];
  /** The scripts of which a function was called since the journey began. */
  readonly ran: readonly string[];
}
