import type { DisclosureEvent } from '../../core/record/disclosure';
import type { Grantee } from './grantee';
import type { ServerDeps } from './serverDeps';
import type { PreparedServer } from './prepareServer';
import type { RunOptions } from './serverRun';

/** The options of a run that its grantee gives, for any client. A launch fails unless it is approved by then. */
export function runFor(
  grantee: Grantee,
  prepared: PreparedServer,
  around: Pick<ServerDeps, 'runOptions' | 'record'>,
): Omit<RunOptions<never, never>, 'server' | 'client' | 'reader'> {
  const options = around.runOptions(grantee, prepared);
  const { definition, exposure, tools, calls } = grantee;
  return {
    ...options,
    launch: async (exposed, codec) => {
      grantee.mustBeApproved(prepared);
      return options.launch(exposed, codec);
    },
    roots: definition.roots,
    exposure,
    tools,
    calls,
    record: (session: string, what: DisclosureEvent) =>
      around.record(grantee, prepared.fingerprint, session, what),
  };
}
