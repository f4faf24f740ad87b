import { deepEqual, equal, ok } from 'node:assert/strict';
import { messageOf } from '../../../src/core/errors';
import type { Host } from '../../../src/node/host/host';
import { fixtureServer } from '../../unit/process/checkout';
import { openHost, Subject, textOf } from '../openHost';
import { fixture, type Entry } from '../servers';
import { Stage } from '../stage';

/** What a reader does not see as itself: controls, directions, what has no width, separators. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Where hostile words stand, and what becomes of the server. */
const rows = {
  greeting: 'running',
  protocol: 'failed',
  refusal: 'failed',
  exit: 'failed',
  crash: 'running',
  noise: 'running',
  stderr: 'running',
  tools: 'running',
  method: 'running',
} as const;

function hostile(where: string): Entry {
  return { command: process.execPath, args: [fixtureServer('hostile.mjs'), where] };
}

describe('faults: words that are written to deceive (rule 9)', () => {
  const stage = new Stage();
  let host: Host | undefined;
  const logged: string[] = [];

  before(async () => {
    const folder = await stage.makeFolder('folder');
    const servers = Object.fromEntries(Object.keys(rows).map((where) => [where, hostile(where)]));
    const say = (line: string) => void logged.push(line);
    const log = { debug: say, info: say, warn: say, error: say };
    host = await openHost(stage, { ...servers, good: fixture() }, [folder], { log });
    for (const where of [...Object.keys(rows), 'good']) {
      const subject = new Subject(host, where);
      await subject.decide(folder, 'allow');
      await subject.start();
    }
  });

  after(async () => {
    await host?.close();
    await stage.clear();
  });

  function subjectOf(where: string): Subject {
    if (host === undefined) throw new Error('The host is not open.');
    return new Subject(host, where);
  }

  /** Every text in a value that is longer than so many characters, or has in it what is not seen. */
  function unfit(value: unknown, longest: number): readonly string[] {
    if (typeof value === 'string') return value.length > longest || unseen.test(value) ? [value] : [];
    if (typeof value !== 'object' || value === null) return [];
    return Object.values(value).flatMap((each) => unfit(each, longest));
  }

  for (const [where, state] of Object.entries(rows)) {
    it(`as ${where}: what the tree and the record say is one visible line, and bounded`, async () => {
      const subject = subjectOf(where);
      if (where === 'crash') {
        const ready = subject.next('initialised');
        ok(unfitCount(await subject.client.callTool('echo', {}).catch(messageOf)) === 0);
        await ready;
      }
      if (where === 'tools') {
        for (let i = 0; i < 2; i += 1) await subject.client.listTools();
        deepEqual(subject.server.tools.changes.length, 1);
        for (const { tool, before = '', now } of subject.server.tools.changes) {
          deepEqual(unfit(tool, 80), []);
          for (const text of [before, now]) deepEqual(unfit(text.split('\n'), 21_000), []);
        }
      }
      equal(subject.server.state.kind, state);
      deepEqual(unfit(subject.server.state, 6500), []);
      deepEqual(
        unfit(
          host?.supervisor.disclosures.of(subject.server.id).map(({ what }) => what),
          6500,
        ),
        [],
      );
      equal(textOf(await subjectOf('good').client.callTool('echo', { text: 'untouched' })), 'untouched');
    });
  }

  it('are no more than lines of the log', () => {
    ok(logged.some((line) => line.includes('(command:workbench.action.quit)')));
    deepEqual(unfit(logged, 2100), []);
  });

  function unfitCount(value: unknown): number {
    return unfit(value, 2500).length;
  }
});
