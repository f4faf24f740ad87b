import { Emitter } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { ConsentRow } from '../../core/consent/consentForm';
import type { Candidate } from '../../core/roots/candidate';
import type { Grantee } from '../../node/servers/grantee';

/**
 * The folders that were put off by "Not Now": they stay undecided, and do not count as waiting until their server
 * starts again.
 */
export class Postponed implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #keys = new Set<string>();

  readonly onDidChange = this.#changed.event;

  add(rows: readonly ConsentRow[]): void {
    for (const { server, path } of rows) this.#keys.add(keyOf(server.fingerprint, path));
    this.#changed.fire();
  }

  /** Called when a server starts: its folders count as waiting again. */
  forget({ fingerprint }: Grantee): void {
    if (fingerprint === undefined) return;
    for (const key of this.#keys) if (key.startsWith(fingerprint)) this.#keys.delete(key);
    this.#changed.fire();
  }

  /** The folders of a server that wait for a decision and were not put off. */
  waitingFor({ fingerprint, waiting }: Grantee): readonly Candidate[] {
    if (fingerprint === undefined) return [];
    return waiting.filter(({ path, uri }) => !this.#keys.has(keyOf(fingerprint, path ?? uri)));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function keyOf(fingerprint: string, path: string): string {
  return `${fingerprint}\0${path}`;
}
