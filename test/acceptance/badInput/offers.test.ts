import { deepEqual, match, rejects, throws } from 'node:assert/strict';
import { resourceFile } from '../../../src/core/features/contentFile';
import { protocolErrorText } from '../../../src/core/features/protocolError';
import { formOf } from '../../../src/core/tools/formSteps';
import type { Host } from '../../../src/node/host/host';
import type { ServerOffers } from '../../../src/node/session/serverOffers';
import { openHost, Subject, textOf } from '../openHost';
import { offering } from '../servers';
import { Stage } from '../stage';

describe('bad input: what a server offers', () => {
  const stage = new Stage();
  let host: Host;
  let all: Subject;
  let bare: Subject;

  before(async () => {
    const folder = await stage.makeFolder('folder');
    host = await openHost(stage, { all: offering('all'), bare: offering('bare') }, [folder]);
    all = new Subject(host, 'all');
    bare = new Subject(host, 'bare');
    await all.start();
    await bare.start();
  });

  after(async () => {
    await host.close();
    await stage.clear();
  });

  async function fileOf(uri: string) {
    const [contents] = await all.client.features.read(uri);
    if (contents === undefined) throw new Error('The resource holds nothing.');
    return resourceFile(contents);
  }

  it('a list of tools that goes round in a circle ends, and each schema that leads to the network is not followed', async () => {
    const { entries, cut } = await all.client.features.tools.list();
    deepEqual(
      entries.map(({ name }) => name),
      ['heard', 'a', 'b'],
    );
    deepEqual(cut, 'its pages go round in a circle');
    deepEqual(formOf(entries[0]?.inputSchema), {
      kind: 'json',
      why: 'its schema refers to another document, which is not fetched',
    });
  });

  it('a resource of 50 MB is read whole', async () => {
    const { name, bytes } = await fileOf('big:50000000');
    deepEqual([name, bytes.byteLength], ['big:50000000.txt', 50_000_000]);
  });

  it('a resource that is longer than the limit is refused with a sentence, and the server goes on', async () => {
    const refusal = await all.client.features.read('big:70000000').catch(protocolErrorText);
    match(JSON.stringify(refusal), /^"The answer was 70\d{6} bytes long, more than the limit\./);
    deepEqual((await fileOf('javascript:alert(1)')).name, 'javascript:alert(1).html');
  });

  it('base64 that is none is a sentence', async () => {
    const [contents] = await all.client.features.read('base64:none');
    throws(() => contents && resourceFile(contents), {
      name: 'UserError',
      message: '“base64:none” was sent as base64, and is none. Ask the author of the server.',
    });
  });

  it('an address of another scheme is the server’s to read, and nothing else is done with it', async () => {
    for (const uri of ['javascript:alert(1)', 'file:///etc/passwd']) {
      deepEqual(Buffer.from((await fileOf(uri)).bytes).toString(), uri);
    }
  });

  it('a resource that is not there has a sentence of its own, one that holds nothing is none', async () => {
    deepEqual(
      await all.client.features.read('unknown:').catch(protocolErrorText),
      'The server knows no such resource (any more).',
    );
    deepEqual(await all.client.features.read('nothing:'), []);
  });

  async function useAll({ tools, prompts, resources, templates }: ServerOffers) {
    for (const list of [tools, prompts, resources, templates]) await list.list();
  }

  it('nothing is sent to a server that declares nothing, and all to one that declares it', async () => {
    const reference = { type: 'ref/prompt', name: 'p' } as const;
    for (const { client } of [bare, all]) {
      await useAll(client.features);
      await client.features.complete(reference, { name: 'a', value: '' }, {});
      await client.features.subscribe('nothing:');
    }
    await rejects(bare.client.callTool('heard', {}), /does not support tools/);
    const heard = JSON.parse(textOf(await all.client.callTool('heard', {}))) as string[];
    for (const method of [
      'prompts/list',
      'resources/templates/list',
      'completion/complete',
      'resources/subscribe',
    ]) {
      deepEqual(heard.includes(method), true, method);
    }
    const told = JSON.stringify(await bare.client.request('heard', {}));
    deepEqual(told, '{"heard":["initialize","notifications/initialized","heard"]}');
  });
});
