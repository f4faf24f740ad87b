import { Emitter } from '../event';
import type { Disposable } from '../lifecycle';
import type { Switches } from './exposing';

/** Sharing on or off, and whether the workspace is trusted. Until both are known, nothing is exposed. */
export class SharingState implements Disposable {
  readonly #changed = new Emitter<Switches>();
  #switches: Switches = { sharing: false, trusted: false };

  /** Fires with both switches when one of them has changed. */
  readonly onDidChange = this.#changed.event;

  get switches(): Switches {
    return this.#switches;
  }

  turn(next: Partial<Switches>): void {
    const switches = { ...this.#switches, ...next };
    if (switches.sharing === this.#switches.sharing && switches.trusted === this.#switches.trusted) return;
    this.#switches = switches;
    this.#changed.fire(switches);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
