import type { Duration } from '../../src/core/consent/decision';
import { asRealPath } from '../../src/core/roots/realPath';
import type { ManagedServer } from '../../src/node/servers/managedServer';
import { benchServer, onStage, type Stage } from '../bench/stage';
import type { Door } from './arrival';

/** Where a journey takes place: a server that is approved and was granted nothing, and a folder. */
interface Place {
  readonly stage: Stage;
  readonly server: ManagedServer;
  readonly folder: string;
}

/** One way through the host, from a call of the editor to a function of Node. */
export interface Journey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly door: Door;
  /** What must be there before it begins. */
  readonly before: (place: Place) => Promise<void>;
  /** What the editor calls. A chain of calls has reached its beginning where it meets a function of this name. */
  readonly go: (place: Place) => Promise<void>;
}

const written: Door = {
  calls: "require('node:stream').Writable.prototype.write",
  when: "String(arguments[0]).includes('notifications/roots/list_changed')",
};

const spawned: Door = {
  calls: "require('node:child_process').ChildProcess.prototype.spawn",
  when: `arguments[0].args.includes(${JSON.stringify(benchServer)})`,
};

/** The journeys that are counted. */
export const journeys: readonly Journey[] = [tick('session'), tick('always'), start()];

/** A tick beside a folder of a server that runs: begins below `editor/consent/toggleFolder.ts`, once all was asked. */
function tick(duration: Duration): Journey {
  return {
    name: `tick to wire (${duration})`,
    from: 'consent.ledger.decide',
    to: 'list_changed is written to the server',
    door: written,
    before: ({ stage, server }) => stage.start([server]),
    go: (place) => allow(place, duration),
  };
}

/** A start by hand, with one folder to decide about: what `editor/commands/consentAndStart.ts` calls, without questions. */
function start(): Journey {
  return {
    name: 'start to spawn',
    from: 'server.prepare, consent.ledger.decide, then supervisor.defined.start',
    to: 'the process of the server is spawned',
    door: spawned,
    before: async () => {},
    go: async (place) => {
      const { stage, server } = place;
      await server.prepare();
      await allow(place, 'session');
      await stage.host.supervisor.defined.start(server);
    },
  };
}

function allow({ stage, server, folder }: Place, duration: Duration): Promise<void> {
  const { fingerprint } = server;
  if (fingerprint === undefined) throw new Error(`The definition of ${server.name} cannot be used.`);
  const choice = { server: fingerprint, folder: asRealPath(folder), verdict: 'allow' } as const;
  return stage.host.consent.ledger.decide([choice], duration);
}

/** Brings a host of its own to the beginning of the journey; `take` then goes on it. */
export function atBeginning<T>(
  { before, go }: Journey,
  take: (go: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return onStage(async (stage) => {
    const [folder = ''] = await stage.folders(['folder']);
    await stage.setFolders([folder]);
    const [server] = await stage.configure(1, 0);
    if (server === undefined) throw new Error('There is no server.');
    await before({ stage, server, folder });
    return take(() => go({ stage, server, folder }));
  });
}
