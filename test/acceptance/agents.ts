import path from 'node:path';
import { fixtureServer } from '../unit/process/checkout';
import type { Probe, ProbeLine } from './probeDriver';
import type { Entry } from './servers';

/** The scripted agent (`scripted.mjs`), with its switches. */
export function scripted(more: object = {}, ...switches: readonly string[]): Entry {
  const program = path.join(path.dirname(fixtureServer('wire.mjs')), '..', 'agents', 'scripted.mjs');
  return { command: process.execPath, args: [program, ...switches], ...more };
}

/** One agent of a probe, as a test speaks of it. */
export class AgentSubject {
  readonly #probe: Probe;
  readonly #name: string;

  constructor(probe: Probe, name: string) {
    this.#probe = probe;
    this.#name = name;
  }

  /** Has it take a turn of one word in its script. @returns what came of it */
  async does(session: string, word: string, argument?: object): Promise<unknown> {
    const json = argument === undefined ? '' : ` ${JSON.stringify(argument)}`;
    const { said = [] } = await this.#probe.run(`agent-prompt ${this.#name} ${session} ${word}${json}`);
    return JSON.parse(said[0] ?? 'null');
  }

  /** The folders that it heard of, request by request. */
  async heard(session: string): Promise<readonly unknown[]> {
    const all = (await this.does(session, 'heard')) as readonly Heard[];
    return all.flatMap(({ method, cwd, additionalDirectories }) =>
      method === 'initialize' ? [] : [[method, cwd, additionalDirectories ?? 'no field']],
    );
  }

  /** `agent-session <action> <agent> <rest>` */
  session(action: string, ...rest: readonly string[]): Promise<ProbeLine> {
    return this.#probe.run(['agent-session', action, this.#name, ...rest].join(' '));
  }

  /** How it stands, and its sessions. */
  async standing() {
    const { agents = [] } = await this.#probe.run('state');
    const found = agents.find(({ agent }) => agent === this.#name);
    if (found === undefined) throw new Error(`There is no agent ${this.#name}.`);
    return found;
  }
}

interface Heard {
  readonly method: string;
  readonly cwd?: string;
  readonly additionalDirectories?: readonly string[];
}
