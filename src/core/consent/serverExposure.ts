import { messageOf } from '../errors';
import { Emitter } from '../event';
import { Lifetime, type Disposable } from '../lifecycle';
import type { Catalog } from '../roots/catalog';
import type { Bounds, BoundsSource } from './bounds';
import { candidatesFor } from './candidatesFor';
import { exposureOf, type ExposedServer, type RootWriter } from './exposing';
import { listedRoots, noExposure, sameRoots, type Exposure } from './exposure';
import type { Ledger } from './ledger';
import type { SharingState } from './sharingState';

/** Everything that an exposure is computed from. */
export interface ExposureSources {
  readonly catalog: Catalog;
  readonly ledger: Ledger;
  readonly sharingState: SharingState;
  readonly writer: RootWriter;
}

/** What one server may see, always up to date. */
export class ServerExposure implements Disposable {
  readonly #sources: ExposureSources;
  readonly #bounds: BoundsSource | undefined;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<Exposure>());
  #server: ExposedServer | undefined;
  #current: Exposure = noExposure;
  #fault: string | undefined;

  /** Fires with the new exposure only when this server's list, what lapsed from it, or a fault has really changed. */
  readonly onDidChange = this.#changed.event;

  /** @param bounds limits of the exposure; left out: it is limited only by what is granted */
  constructor(sources: ExposureSources, bounds?: BoundsSource) {
    this.#sources = sources;
    this.#bounds = bounds;
    if (bounds !== undefined) this.#lifetime.add(bounds.onDidChange(() => this.#refresh()));
    const { catalog, ledger, sharingState } = sources;
    this.#lifetime.add(catalog.onDidChange(() => this.#refresh()));
    this.#lifetime.add(sharingState.onDidChange(() => this.#refresh()));
    this.#lifetime.add(
      ledger.onDidChange((servers) => {
        if (this.#server !== undefined && servers.has(this.#server.fingerprint)) this.#refresh();
      }),
    );
  }

  get current(): Exposure {
    return this.#current;
  }

  /** Why it could not be decided what may be seen, so that nothing may be: a fault of this extension. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** The limits of the exposure now. */
  get within(): Bounds | undefined {
    return this.#bounds?.current;
  }

  /** From now on the exposure is that of this server; undefined: of none, because its definition cannot be used. */
  follow(server: ExposedServer | undefined): void {
    this.#server = server;
    this.#refresh();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #refresh(): void {
    const before = this.#current;
    const faultBefore = this.#fault;
    this.#fault = undefined;
    const next = this.#compute(before);
    // Also if the list is the same: the entry that a root comes from may have changed.
    this.#current = next;
    const isSame = sameRoots(listedRoots(before), listedRoots(next)) && sameLapses(before, next);
    if (!isSame || this.#fault !== faultBefore) this.#changed.fire(next);
  }

  /** An error in deciding means: not exposed (rule 1). */
  #compute(before: Exposure): Exposure {
    if (this.#server === undefined) return noExposure;
    const { catalog, ledger, sharingState, writer } = this.#sources;
    try {
      const candidates = candidatesFor(this.#server.fingerprint, catalog, ledger);
      const server = { ...this.#server, within: this.within };
      return exposureOf(server, candidates, ledger, sharingState.switches, writer, before);
    } catch (error) {
      this.#fault = messageOf(error);
      return noExposure;
    }
  }
}

/** Compares what lapsed, for exposures with the same list: nothing can lapse without leaving the list. */
function sameLapses({ lapsed: before }: Exposure, { lapsed: after }: Exposure): boolean {
  return [...before].every(([uri, { why }]) => after.get(uri)?.why === why);
}
