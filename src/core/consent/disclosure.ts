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

/** How many facts are kept for each server; the oldest go first. */
const kept = 500;

/** The record of this window. */
export class DisclosureLog implements Disposable {
  readonly #added = new Emitter<Disclosure>();
  readonly #byServer = new Map<string, Disclosure[]>();

  readonly onDidAdd = this.#added.event;

  add(disclosure: Disclosure): void {
    const own = this.#byServer.get(disclosure.serverId) ?? [];
    own.push(disclosure);
    if (own.length > kept) own.shift();
    this.#byServer.set(disclosure.serverId, own);
    this.#added.fire(disclosure);
  }

  /** What this server was told, oldest first. */
  of(serverId: string): readonly Disclosure[] {
    return this.#byServer.get(serverId) ?? [];
  }

  dispose(): void {
    this.#added.dispose();
  }
}
