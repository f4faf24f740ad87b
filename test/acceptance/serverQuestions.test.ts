import { deepEqual, match } from 'node:assert/strict';
import { parseDefinitions } from '../../src/core/servers/parseDefinition';
import { FakeFace, model, said } from '../integration/features/fakeFace';
import { openFixtureHost } from '../integration/servers/fixtureHost';
import { Surroundings } from '../unit/stores/surroundings';
import { everything } from './servers';

describe('server-everything asks the client of this window', function () {
  this.timeout(120_000);
  const surroundings = new Surroundings();
  const face = new FakeFace();

  /** Started with sampling on, its tools known. */
  async function started() {
    const settings = () => ({ userTime: 60_000, modelTime: 60_000, maxTokens: 100 });
    const host = await openFixtureHost(surroundings, undefined, { features: { face, settings } });
    await host.supervisor.servers.configure(parseDefinitions({ everything: everything() }, { kind: 'user' }));
    const [server] = host.supervisor.servers.all;
    if (server?.prepared === undefined) throw new Error('It is there.');
    await host.consent.approvals.approve(server.prepared);
    await host.consent.switches.turn(server.prepared.fingerprint, { feature: 'sampling', to: 'ask' });
    await host.consent.switches.turn(server.prepared.fingerprint, { feature: 'log level', to: 'debug' });
    await server.start();
    const { client } = server;
    if (client === undefined) throw new Error('It runs.');
    // Its tools that need a client's capabilities come a little after it is initialised.
    const needed = ['trigger-sampling-request', 'trigger-elicitation-request'];
    for (let names: readonly string[] = []; !needed.every((name) => names.includes(name));) {
      names = (await client.listTools()).map(({ name }) => name);
    }
    return client;
  }

  const textOf = (answer: unknown) =>
    (answer as { content: readonly { text: string }[] }).content.map(({ text }) => text).join('\n');

  it('for the answer of a model, and for a form with every kind of field', async () => {
    const client = await started();
    face.models = [model('Parrot')];
    face.answer = () => said('Polly', ' wants');
    const sampled = await client.callTool('trigger-sampling-request', { prompt: 'Hello', maxTokens: 10 });
    match(textOf(sampled), /Polly wants/);
    face.fillForm = ({ fields }) => {
      deepEqual([...new Set(fields.map(({ takes }) => takes.kind))].toSorted(), [
        'boolean',
        'choice',
        'choices',
        'number',
        'text',
      ]);
      const values = new Map(
        fields.flatMap(({ key, takes: { initial } }) =>
          initial === undefined ? [] : [[key, initial] as const],
        ),
      );
      return Promise.resolve({ action: 'accept', values: new Map([...values, ['name', 'Ada']]) });
    };
    match(textOf(await client.callTool('trigger-elicitation-request', {})), /Ada/);
    face.fillForm = () => Promise.resolve({ action: 'decline' });
    match(textOf(await client.callTool('trigger-elicitation-request', {})), /declined/i);
  });
});
