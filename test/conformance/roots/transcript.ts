/** A JSON-RPC message as it stood on the wire. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** One message between the client under test and the server of a scenario; the order of all is the order in time. */
export interface Entry {
  /** Another one for each connection, or process, that the client opened. */
  readonly session: string;
  readonly from: 'client' | 'server';
  readonly message: Message;
}

/** What passed in one run of a scenario, in questions that checks ask. */
export class Transcript {
  readonly entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
  }

  ofSession(session: string): Transcript {
    return new Transcript(this.entries.filter((entry) => entry.session === session));
  }

  /** What the client sent under this method. */
  sent(method: string): readonly Message[] {
    return this.entries
      .filter(({ from, message }) => from === 'client' && message.method === method)
      .map(({ message }) => message);
  }

  /** Each `roots/list` with every answer to it. */
  get asks(): readonly Ask[] {
    return this.entries.flatMap(({ session, from, message }, at) => {
      if (from !== 'server' || message.method !== 'roots/list') return [];
      const answers = this.entries.flatMap((entry, answeredAt) => {
        const isAnswer = entry.from === 'client' && entry.message.method === undefined;
        const isOfIt = entry.session === session && entry.message.id === message.id;
        return isAnswer && isOfIt ? [{ message: entry.message, at: answeredAt }] : [];
      });
      return [{ session, at, answers }];
    });
  }

  /** Where the client's call of a step stands: from there on it serves the list of that step. */
  stepAt(step: number): number {
    return this.entries.findIndex(
      ({ from, message }) =>
        from === 'client' &&
        message.method === 'tools/call' &&
        (message.params?.['arguments'] as { readonly step?: number } | undefined)?.step === step,
    );
  }

  /** Where the server's answer to a request of the client stands; behind the end without one. */
  answerAt(requestAt: number): number {
    const request = this.entries[requestAt];
    const at = this.entries.findIndex(
      ({ session, from, message }, i) =>
        i > requestAt &&
        from === 'server' &&
        session === request?.session &&
        message.id === request.message.id &&
        message.method === undefined,
    );
    return at < 0 ? this.entries.length : at;
  }
}

/** One question for roots, where it stands, and what came of it. */
export interface Ask {
  readonly session: string;
  readonly at: number;
  readonly answers: readonly { readonly message: Message; readonly at: number }[];
}

/** The URIs of an answer; undefined for an error or something else. */
export function urisOf({ result }: Message): readonly string[] | undefined {
  const roots = result?.['roots'];
  if (!Array.isArray(roots)) return undefined;
  return roots.map((root: { readonly uri?: unknown }) => String(root.uri));
}
