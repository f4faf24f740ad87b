import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import type { Host } from '../../../src/node/host/host';
import { isRunning } from '../processes';
import { fixture, memory, observing, type Entry } from '../servers';
import { Stage } from '../stage';
import { openHost, Subject, textOf } from '../openHost';

describe('requests around a withdrawal (rule 7)', () => {
  const stage = new Stage();
  let [a, b]: [string, string] = ['', ''];
  let host: Host | undefined;

  beforeEach(async () => {
    [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
  });

  afterEach(async () => {
    await host?.close();
    host = undefined;
    await stage.clear();
  });

  async function start(entry: Entry, isTold = true): Promise<Subject> {
    host = await openHost(stage, { it: entry }, [a, b]);
    const subject = new Subject(host, 'it');
    for (const folder of [a, b]) await subject.decide(folder, 'allow');
    const told = isTold ? subject.next('answered') : undefined;
    await subject.start();
    await told;
    return subject;
  }

  const why = '"it" was started again: a folder that it knew was withdrawn.';

  it('are held but ping, in order, and go to the successor only; one that was given up is dropped', async () => {
    const subject = await start(observing());
    const { client, pid } = subject;
    const order: string[] = [];
    const note = (word: string) => () => void order.push(word);
    const giveUp = new AbortController();
    const ready = subject.next('spawned').then(note('successor'));
    const held = subject.next('held');
    const released = subject.next('released');
    const withdrawn = subject.withdraw(b);
    const calls = [
      client.callTool('pid', {}).then((answer) => {
        order.push('first');
        return answer;
      }),
      client.callTool('hang', {}, giveUp.signal),
      client.callTool('echo', { text: 'third' }).then(note('third')),
    ];
    const givenUp = rejects(calls[1] ?? Promise.resolve(), /the user gave up/);
    giveUp.abort('the user gave up');
    const pinged = client.request('ping', {}).then(note('ping'));
    await held;
    await Promise.all([withdrawn, ready, pinged, givenUp, calls[0], calls[2]]);
    deepEqual(order, ['ping', 'successor', 'first', 'third']);
    deepEqual(await released, { event: 'released', count: 2 });
    notEqual(subject.pid, pid);
    deepEqual(await calls[0], { content: [{ type: 'text', text: String(subject.pid) }] });
    const heard = await client.callTool('heard', {});
    const asText = ['initialize', 'notifications/initialized', 'tools/call', 'tools/call', 'tools/call'];
    deepEqual(heard, { content: [{ type: 'text', text: JSON.stringify(asText) }] });
  });

  it('that were in flight are answered with the reason', async () => {
    const subject = await start(observing());
    const hanging = [subject.client.callTool('hang', {}), subject.client.request('tools/list', {})];
    const failing = Promise.all(
      hanging.map((each) => rejects(each, { message: `MCP error -32000: ${why}` })),
    );
    await Promise.all([subject.withdraw(b), failing]);
  });

  it('wait until the old process is gone with all it started, however little it cares', async () => {
    const subject = await start(fixture('grandchildren,ignores-eof-and-term'));
    const { client, pid } = subject;
    const family = JSON.parse(textOf(await client.callTool('family', {}))) as number[];
    equal(family.length, 4);
    const alive = subject.next('spawned').then(() => Promise.all([pid, ...family].map(isRunning)));
    await subject.withdraw(b);
    equal(textOf(await client.callTool('echo', { text: 'held' })), 'held');
    deepEqual(await alive, [false, false, false, false, false]);
  });

  it('of a server that was never told of the folder pass, and it is not started again', async () => {
    const subject = await start(memory({ env: { MEMORY_FILE_PATH: `${a}/memory.jsonl` } }), false);
    const { client, pid } = subject;
    const before = subject.story;
    const withdrawn = subject.withdraw(b);
    const graph = await client.callTool('read_graph', {});
    await withdrawn;
    equal(textOf(graph), JSON.stringify({ entities: [], relations: [] }, undefined, 2));
    equal(subject.pid, pid);
    deepEqual(subject.story, [...before, 'list_changed']);
  });
});
