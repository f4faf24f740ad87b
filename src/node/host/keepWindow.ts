import type { Ledger } from '../../core/consent/ledger';
import type { Revocation } from '../../core/consent/revocation';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { WindowLease } from '../../core/ports';
import type { ServerRegistry } from '../servers/serverRegistry';

/** What a window is made of, as far as its state is kept. */
interface KeptParts {
  readonly ledger: Ledger;
  readonly revocation: Revocation;
  readonly servers: ServerRegistry;
}

/** Keeps what this window alone knows, whenever it is another, for the next extension host of it. */
export function keepWindow(lease: WindowLease, { ledger, revocation, servers }: KeptParts): Disposable {
  const lifetime = new Lifetime();
  let kept = '';
  const keep = () => {
    const { sessionDecisions, unkept } = ledger;
    const revoked = revocation.restorable;
    const state = { sessionDecisions, unkept: unkept.words, revoked, running: servers.running };
    if (JSON.stringify(state) === kept) return;
    kept = JSON.stringify(state);
    lease.keep(state);
  };
  let ran = '';
  const keepIfOthersRun = () => {
    // Most of what changes of servers is not kept: with many of them, only this is looked at each time.
    const runs = JSON.stringify(servers.running);
    if (runs === ran) return;
    ran = runs;
    keep();
  };
  lifetime.add(ledger.onDidChange(keep));
  lifetime.add(ledger.unkept.onDidChange(keep));
  lifetime.add(revocation.onDidChange(keep));
  lifetime.add(servers.onDidChange(keepIfOthersRun));
  return lifetime;
}
