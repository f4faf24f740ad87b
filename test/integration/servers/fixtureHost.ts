import { Host, type HostOptions } from '../../../src/node/host/host';
import { fixtureServer } from '../../unit/process/checkout';
import { KeptLog, type Surroundings } from '../../unit/stores/surroundings';

/** The program that every server of such a host runs, unless its definition says otherwise. */
export const fixture = fixtureServer('misbehaving.mjs');

/** A whole host in a trusted workspace, closed with the test. @param storage a folder of its own, unless given */
export async function openFixtureHost(
  surroundings: Surroundings,
  storage?: string,
  {
    log = new KeptLog(),
    ...options
  }: Partial<Pick<HostOptions, 'agents' | 'answers' | 'features' | 'log' | 'settings'>> = {},
): Promise<Host> {
  const host = await Host.open({
    version: '0',
    storage: storage ?? `${await surroundings.directory()}/storage`,
    workspace: 'w',
    scripts: {
      explorer: fixture,
      guard: require.resolve('../../../src/node/process/guard/main'),
      shim: fixture,
    },
    settings: () => ({
      timeouts: { initialize: 10_000, request: 10_000, hardMaximum: 20_000 },
      grace: { closeStdinMs: 2000, termMs: 500 },
      idleAfter: 0,
      messageLimit: 1024 * 1024,
    }),
    log,
    logOf: () => log,
    ...options,
  });
  surroundings.onEnd(() => host.close());
  host.consent.sharingState.turn({ trusted: true });
  return host;
}
