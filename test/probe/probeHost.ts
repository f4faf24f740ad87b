import { join } from 'node:path';
import { Host, type HostOptions } from '../../src/node/host/host';

/** What differs from one host without an editor to another. */
export interface ProbeHostOptions extends Pick<
  HostOptions,
  'storage' | 'workspace' | 'log' | 'logOf' | 'features'
> {
  /** The longest message taken from a server, in bytes. */
  readonly messageLimit: number;
  /** How long progress may keep a request alive, in milliseconds. */
  readonly requestTimeoutMaximum: number;
}

/** Opens the host with the usual times and the programs of this checkout. @throws {UserError} like `Host.open` */
export function openProbeHost({
  messageLimit,
  requestTimeoutMaximum,
  ...options
}: ProbeHostOptions): Promise<Host> {
  const source = join(__dirname, '..', '..', 'src');
  return Host.open({
    ...options,
    version: '0.0.0',
    scripts: {
      explorer: join(source, 'explorer', 'main.js'),
      guard: join(source, 'node', 'process', 'guard', 'main.js'),
      shim: join(source, '..', '..', 'dist', 'shim.js'),
    },
    settings: () => ({
      timeouts: { initialize: 30_000, request: 60_000, hardMaximum: requestTimeoutMaximum },
      grace: { closeStdinMs: 1000, termMs: 1000 },
      idleAfter: 0,
      messageLimit,
    }),
  });
}
