import type { Fingerprint } from '../../core/consent/decision';
import type { DisclosureEvent } from '../../core/record/disclosure';
import { grantableText } from '../../core/roots/grantable';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { systemClock } from '../systemClock';
import type { Clients } from './clients';
import type { ConsentService } from './consentService';
import type { Supervisor } from './supervisor';

/** Puts every decision of the user into the record: on folders, and on the approval of definitions. */
export function recordWords(
  { ledger, approvals }: ConsentService,
  supervisor: Supervisor,
  { outside }: Clients,
): Disposable {
  const { servers, agents } = supervisor;
  const record = (fingerprint: Fingerprint, what: DisclosureEvent) => {
    const grantee = [...servers.all, ...agents.all, ...outside.all].find(
      (each) => each.fingerprint === fingerprint || each.fingerprintBefore === fingerprint,
    );
    const at = systemClock.now();
    // A decision may be about a server of another workspace.
    const server = grantee?.definition.name ?? 'a server that is not configured here';
    const { serverId = '', who = 'this window' } = grantee ?? {};
    supervisor.note({ at, serverId, server, fingerprint, who, session: undefined, what });
  };
  const lifetime = new Lifetime();
  lifetime.add(
    ledger.onDidSay((words) => {
      for (const word of words) {
        const { server } = word;
        const folder = grantableText(word.folder);
        if (word.verdict === 'undecided') record(server, { event: 'withdrawn', folder });
        else record(server, { event: 'decided', folder, verdict: word.verdict, duration: word.duration });
      }
    }),
  );
  lifetime.add(approvals.onDidApprove(({ fingerprint }) => record(fingerprint, { event: 'approved' })));
  lifetime.add(
    approvals.onDidTakeBack((fingerprint) => record(fingerprint, { event: 'approval taken back' })),
  );
  return lifetime;
}
