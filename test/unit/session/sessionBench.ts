import type { ExposedRoot, Exposure, Lapse } from '../../../src/core/consent/exposure';
import { envelopeOf } from '../../../src/core/session/envelope';
import type { OutsideReason, Why } from '../../../src/core/session/outsideText';
import { RootsSession } from '../../../src/core/session/rootsSession';
import type { SessionOptions } from '../../../src/core/session/sessionOptions';
import type { SessionEffect, SessionInput } from '../../../src/core/session/sessionEffect';
import { asRealPath } from '../../../src/core/roots/realPath';

/** A root at `/w/<name>`. */
export function root(name: string): ExposedRoot {
  const uri = `file:///w/${name}`;
  return { uri, name, folder: asRealPath(`/w/${name}`), source: uri };
}

export function exposure(names: readonly string[], lapsed: Record<string, Lapse['why']> = {}): Exposure {
  const lapses = Object.entries(lapsed).map(([name, why]): [string, Lapse] => {
    const { uri, folder, source } = root(name);
    return [uri, { folder, source, why }];
  });
  return { roots: names.map(root), lapsed: new Map(lapses) };
}

/** A reason, in full for the user. */
export function because(inside: string, outside: OutsideReason = 'ended'): Why {
  return { outside, inside };
}

/** Drives a session as its two ends would, and reads its effects in short form. */
export class SessionBench {
  readonly session: RootsSession<object>;
  at = 1000;

  constructor(options: Partial<SessionOptions<object>> = {}) {
    this.session = new RootsSession<object>({
      server: 'git',
      declare: true,
      onRevoke: 'restart',
      reader: 'the user',
      encode: (message) => message,
      identity: (payload) => JSON.stringify('result' in payload ? payload.result : undefined),
      ...options,
    });
  }

  /** Initialised, running, and answered once if it asked. */
  static running(names: readonly string[], options: Partial<SessionOptions<object>> = {}): SessionBench {
    const bench = new SessionBench(options);
    bench.expose(exposure(names));
    bench.do({ kind: 'server connected', told: [] });
    bench.handshake();
    bench.do({ kind: 'end of turn' });
    return bench;
  }

  handshake(): void {
    this.client({ id: 0, method: 'initialize', params: { capabilities: {} } });
    this.server({ id: 0, result: { protocolVersion: '2025-11-25' } });
    this.client({ method: 'notifications/initialized' });
  }

  do(input: SessionInput<object>): readonly SessionEffect<object>[] {
    return this.session.handle(input, this.at);
  }

  client(message: object): readonly SessionEffect<object>[] {
    return this.do({ kind: 'from client', message: wire(message) });
  }

  server(message: object): readonly SessionEffect<object>[] {
    return this.do({ kind: 'from server', message: wire(message) });
  }

  expose(next: Exposure): readonly SessionEffect<object>[] {
    return this.do({ kind: 'exposure changed', exposure: next });
  }

  /** A successor takes the repeated handshake, and what it waits for then comes to its end. */
  takesOver(): readonly SessionEffect<object>[] {
    const again = this.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    return again.some((effect) => effect.do === 'wait') ? [...again, ...this.endWaitOf(again)] : again;
  }

  /** The end of the wait that these effects began. */
  endWaitOf(effects: readonly SessionEffect<object>[]): readonly SessionEffect<object>[] {
    const waits = effects.flatMap((effect) => (effect.do === 'wait' ? effect.wait : []));
    const [wait] = waits;
    if (wait === undefined) throw new Error('There is no wait among these effects.');
    return this.do({ kind: 'time is up', wait });
  }
}

function wire(message: object) {
  const payload = { jsonrpc: '2.0', ...message };
  const envelope = envelopeOf(payload);
  if (envelope === undefined) throw new Error(`${JSON.stringify(message)} is no message.`);
  return { envelope, payload };
}

/** Everything that reaches one side, as it would stand on the wire, without `jsonrpc`. */
export function reaching(side: 'client' | 'server', effects: readonly SessionEffect<object>[]): object[] {
  return effects.flatMap((effect) => {
    switch (effect.do) {
      case 'pass':
        return effect.to === side
          ? plain({ ...effect.payload, ...(effect.id !== undefined && { id: effect.id }) })
          : [];
      case 'send':
        return effect.to === side ? plain(effect.message) : [];
      case 'initialize':
        return side === 'server' ? { id: effect.id, method: 'initialize', roots: effect.roots } : [];
      default:
        return [];
    }
  });
}

function plain(message: object): object {
  const { jsonrpc: _, ...rest } = message as { jsonrpc?: unknown };
  return rest;
}
