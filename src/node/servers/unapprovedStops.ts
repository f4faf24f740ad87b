import { mayGoOn } from '../../core/approval/approvals';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { Defined } from './defined';
import type { DefinedGrantee } from './definedGrantee';
import type { Grantee } from './grantee';
import type { OutsideClients } from './outsideClients';

/** One change of a file can end many servers: those that end within so many milliseconds are reported together. */
const burst = 500;

/** What can run: servers and agents for this window, and servers for other clients. */
interface Runners {
  readonly defined: Pick<Defined, 'all' | 'byId' | 'onDidChange'>;
  readonly outside: Pick<OutsideClients, 'everyone' | 'onDidChange'>;
}

/**
 * Reports servers and agents that ran, for any client, and were ended because their present definition is not approved:
 * it was changed, or its approval was taken back. Those of one burst are reported together, without those that may run
 * again by then or were removed.
 */
export function watchUnapprovedStops(
  { defined, outside }: Runners,
  clock: Clock,
  tell: (stopped: readonly DefinedGrantee[]) => void,
): Disposable {
  const lifetime = new Lifetime();
  const due = lifetime.add(new Slot());
  const ran = new Set<string>();
  const stopped = new Set<string>();

  const tellAll = () => {
    due.value = undefined;
    const all = defined.all.filter((each) => stopped.has(each.id) && isUnapproved(each));
    stopped.clear();
    if (all.length > 0) tell(all);
  };
  const look = (id: string, grantee: Grantee) => {
    if (grantee.isActive) return void ran.add(id);
    // A definition that is not read yet says nothing: the one before it may have run.
    if (!ran.has(id) || (grantee.approval === undefined && grantee.fault === undefined)) return;
    ran.delete(id);
    if (!isUnapproved(grantee)) return;
    stopped.add(grantee.serverId);
    due.value ??= clock.after(burst, tellAll);
  };
  const lookAtAll = () => {
    const all = new Map<string, Grantee>(
      [...defined.all, ...outside.everyone].map((each) => [each.id, each]),
    );
    for (const id of ran) if (!all.has(id)) ran.delete(id);
    for (const [id, grantee] of all) look(id, grantee);
  };
  lifetime.add(
    defined.onDidChange((what) => {
      // A grantee that was replaced knows only about its old definition.
      if (what === 'all') lookAtAll();
      else if (defined.byId(what.id) === what) look(what.id, what);
    }),
  );
  lifetime.add(
    outside.onDidChange((what) => {
      if (what === 'all') lookAtAll();
      else if (outside.everyone.includes(what)) look(what.id, what);
    }),
  );
  lookAtAll();
  return lifetime;
}

/** Does its present definition still have to be approved? */
export function isUnapproved({ approval }: Grantee): boolean {
  return approval !== undefined && !mayGoOn(approval);
}
