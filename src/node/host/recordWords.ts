import type { Approvals } from '../../core/approval/approvals';
import type { Fingerprint } from '../../core/consent/decision';
import type { Disclosure, DisclosureEvent } from '../../core/record/disclosure';
import type { Ledger } from '../../core/consent/ledger';
import { grantableText } from '../../core/roots/grantable';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ManagedAgent } from '../acp/managedAgent';
import type { DefinitionRegistry } from '../servers/definitionRegistry';
import type { OutsideClients } from '../servers/outsideClients';
import type { ServerRegistry } from '../servers/serverRegistry';
import { systemClock } from '../systemClock';

/** Puts every word of the user into the record: what was decided, taken back, approved. */
export function recordWords(
  add: (fact: Disclosure) => void,
  from: {
    readonly ledger: Ledger;
    readonly approvals: Approvals;
    readonly servers: ServerRegistry;
    readonly agents: DefinitionRegistry<ManagedAgent>;
    readonly outside: OutsideClients;
  },
): Disposable {
  const record = (fingerprint: Fingerprint, what: DisclosureEvent) => {
    const grantee = [...from.servers.servers, ...from.agents.all, ...from.outside.all].find(
      (each) => each.fingerprint === fingerprint || each.fingerprintBefore === fingerprint,
    );
    const at = systemClock.now();
    // A decision may be about a server of another workspace.
    const server = grantee?.definition.name ?? 'a server that is not configured here';
    const { serverId = '', who = 'this window' } = grantee ?? {};
    add({ at, serverId, server, fingerprint, who, session: undefined, what });
  };
  const lifetime = new Lifetime();
  lifetime.add(
    from.ledger.onDidSay((words) => {
      for (const word of words) {
        const { server } = word;
        const folder = grantableText(word.folder);
        if (word.verdict === 'undecided') record(server, { event: 'withdrawn', folder });
        else record(server, { event: 'decided', folder, verdict: word.verdict, duration: word.duration });
      }
    }),
  );
  lifetime.add(from.approvals.onDidApprove(({ fingerprint }) => record(fingerprint, { event: 'approved' })));
  lifetime.add(
    from.approvals.onDidTakeBack((fingerprint) => record(fingerprint, { event: 'approval taken back' })),
  );
  return lifetime;
}
