import { Emitter } from '../event';
import type { Disposable } from '../lifecycle';
import type { Fingerprint } from './decision';

/** What happened between a server and this side of it, as far as it tells who knows what. */
export type DisclosureEvent =
  /** `told`: every folder, by URI, that arguments, environment and working directory carried. */
  | {
      readonly event: 'spawned';
      readonly pid: number;
      readonly cwd: string;
      readonly told: readonly string[];
    }
  | { readonly event: 'initialised'; readonly protocolVersion: string; readonly serverInfo: string }
  | { readonly event: 'asked' }
  | { readonly event: 'answered'; readonly uris: readonly string[] }
  | { readonly event: 'list_changed' }
  | { readonly event: 'held'; readonly method: string }
  | { readonly event: 'released'; readonly count: number }
  | { readonly event: 'replaced'; readonly why: string }
  | { readonly event: 'refused'; readonly why: string }
  | { readonly event: 'failed'; readonly why: string }
  | { readonly event: 'exited'; readonly how: string };

/** One fact in the record: this server was told this, at this time, by this way. */
export interface Disclosure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly serverId: string;
  readonly server: string;
  readonly fingerprint: Fingerprint;
  /** One conversation; a server that is started again by the user begins another one. */
  readonly session: string;
  readonly what: DisclosureEvent;
}

/** How many facts are kept for each server besides those that are never dropped. */
const kept = 500;

/** What is kept of one server. */
interface Kept {
  disclosures: Disclosure[];
  /** Session and URI of every folder that it was told of. */
  readonly told: Set<string>;
  /** The facts by which it was told of a folder for the first time in a session. */
  readonly firstWords: Set<Disclosure>;
}

/**
 * The record of this window. The oldest facts are dropped first, but never the one by which a server learned of a
 * folder in a session: else a server could ask so often that nobody sees any more what it knows.
 */
export class DisclosureLog implements Disposable {
  readonly #added = new Emitter<Disclosure>();
  readonly #byServer = new Map<string, Kept>();

  readonly onDidAdd = this.#added.event;

  add(disclosure: Disclosure): void {
    const { serverId, session, what } = disclosure;
    const own = this.#byServer.get(serverId) ?? { disclosures: [], told: new Set(), firstWords: new Set() };
    this.#byServer.set(serverId, own);
    own.disclosures.push(disclosure);
    const told = toldBy(what).map((uri) => `${session}\0${uri}`);
    if (told.some((each) => !own.told.has(each))) own.firstWords.add(disclosure);
    for (const each of told) own.told.add(each);
    // Many at a time: each question of a server adds two facts.
    if (own.disclosures.length > 2 * kept + own.firstWords.size) own.disclosures = withoutOldest(own);
    this.#added.fire(disclosure);
  }

  /** What this server was told, oldest first. */
  of(serverId: string): readonly Disclosure[] {
    const own = this.#byServer.get(serverId);
    return own === undefined ? [] : withoutOldest(own);
  }

  dispose(): void {
    this.#added.dispose();
  }
}

/** Everything but the oldest facts beyond the bound, in order. */
function withoutOldest({ disclosures, firstWords }: Kept): Disclosure[] {
  let surplus = disclosures.length - firstWords.size - kept;
  return disclosures.filter((each) => firstWords.has(each) || (surplus -= 1) < 0);
}

function toldBy(what: DisclosureEvent): readonly string[] {
  switch (what.event) {
    case 'spawned':
      return what.told;
    case 'answered':
      return what.uris;
    case 'initialised':
    case 'asked':
    case 'list_changed':
    case 'held':
    case 'released':
    case 'replaced':
    case 'refused':
    case 'failed':
    case 'exited':
      return [];
  }
}
