/** The end of a session at which a client sits. */
export interface ClientEnd<P> {
  /**
   * Takes a message of the server, or of the session itself. Returns nothing while there is room, else a promise that
   * resolves when more can be taken, or when nothing ever will be. It never rejects.
   */
  receive(message: P): Promise<void> | undefined;
  /** The session is over; nothing more comes. */
  closed(): void;
  /** Holds up what the client says until it is released again; a client in this process cannot be held up. */
  readonly hold?: (isHeld: boolean) => void;
}
