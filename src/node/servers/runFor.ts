import type { DisclosureEvent } from '../../core/record/disclosure';
import type { Grantee } from './grantee';
import type { ServerDeps } from './serverDeps';
import type { PreparedServer } from './prepareServer';
import type { RunOptions } from './serverRun';

/** The options of a run that its grantee gives, for any client. */
export function runFor(
  grantee: Grantee,
  prepared: PreparedServer,
  around: Pick<ServerDeps, 'runOptions' | 'record'>,
): Omit<RunOptions<never, never>, 'server' | 'client' | 'reader'> {
  const options = around.runOptions(grantee, prepared);
  const { definition, exposure, tools, calls } = grantee;
  return {
    ...options,
    roots: definition.roots,
    exposure,
    tools,
    calls,
    record: (session: string, what: DisclosureEvent) =>
      around.record(grantee, prepared.fingerprint, session, what),
  };
}
