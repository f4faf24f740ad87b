import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { contentLines } from '../../src/core/features/contentText';
import { protocolErrorText } from '../../src/core/features/protocolError';
import { formOf } from '../../src/core/tools/formSteps';
import { resultText } from '../../src/core/tools/resultText';
import { toolResultOf } from '../../src/core/tools/toolResult';
import type { Host } from '../../src/node/host/host';
import { SchemaJudge } from '../../src/node/features/schemaJudge';
import { openHost, Subject } from './openHost';
import { everything, observing } from './servers';
import { Stage } from './stage';

describe('everything that server-everything offers', () => {
  const stage = new Stage();
  const judge = new SchemaJudge(60_000);
  let host: Host;
  let subject: Subject;
  let hearing: Subject;

  before(async () => {
    const folder = await stage.makeFolder('folder');
    host = await openHost(stage, { everything: everything(), hearing: observing() }, [folder]);
    subject = new Subject(host, 'everything');
    hearing = new Subject(host, 'hearing');
    await subject.start();
    await hearing.start();
  });

  after(async () => {
    judge.dispose();
    await host.close();
    await stage.clear();
  });

  const args: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    echo: { message: 'hello' },
    'get-annotated-message': { messageType: 'debug' },
    'get-structured-content': { location: 'Chicago' },
    'get-sum': { a: 1, b: 2 },
    'gzip-file-as-resource': { data: 'data:text/plain,hello', outputType: 'resource' },
    'simulate-research-query': { topic: 'roots' },
    'trigger-long-running-operation': { duration: 0.1, steps: 2 },
  };

  it('can be run, each tool with a form of its own', async () => {
    const tools = await subject.client.listTools();
    ok(tools.length > 12, 'some come a little later');
    for (const { name, inputSchema, outputSchema, needsTask } of tools) {
      const form = formOf(inputSchema);
      const given = args[name] ?? {};
      equal(form.kind, 'steps', name);
      const required = form.kind === 'steps' ? form.steps.filter(({ isRequired }) => isRequired) : [];
      deepEqual(
        required.filter((step) => given[step.name] === undefined),
        [],
        name,
      );
      deepEqual(await judge.judge(inputSchema, given), { kind: 'fits' }, name);
      const said = await subject.client.callTool(name, given, undefined, { asTask: needsTask });
      const result = toolResultOf(said);
      deepEqual([result.isError, contentLines(result.content).lines.length > 0], [false, true], name);
      if (outputSchema !== undefined) {
        deepEqual(await judge.judge(outputSchema, result.structured), { kind: 'fits' }, name);
      }
    }
  });

  it('tells an error of the protocol from that of a tool', async () => {
    const failed = toolResultOf(await subject.client.callTool('get-sum', { a: 'x' }));
    equal(resultText(failed, undefined).lines[0], 'The tool says that it failed.');
    const refused = await hearing.client.callTool('none', {}).catch(protocolErrorText);
    equal(refused, 'The server answered with an error of the protocol (-32602): Unknown tool: none');
  });

  it('tells how far a call is, and takes it back when the user cancels', async () => {
    const progress: unknown[] = [];
    const given = { duration: 0.4, steps: 4 };
    await subject.client.callTool('trigger-long-running-operation', given, undefined, {
      onProgress: ({ progress: done, total }) => progress.push([done, total]),
    });
    deepEqual(progress[0], [1, 4]);
    const controller = new AbortController();
    const hanging = rejects(hearing.client.callTool('hang', {}, controller.signal));
    controller.abort();
    await hanging;
    const cancelled = toolResultOf(await hearing.client.callTool('cancelled', {}));
    deepEqual(cancelled.content, [{ kind: 'text', text: '["hang"]' }]);
  });

  it('can be read, each prompt and each resource', async () => {
    const { features } = subject.client;
    const { entries: prompts } = await features.prompts.list();
    const given = {
      city: 'Bern',
      department: 'Engineering',
      name: 'Alice',
      resourceType: 'Text',
      resourceId: '1',
    };
    for (const { name, arguments: taken } of prompts) {
      const known = Object.entries(given).filter(([key]) => taken.some((each) => each.name === key));
      const messages = await features.prompt(name, Object.fromEntries(known));
      ok(messages.length > 0, name);
    }
    const reference = { type: 'ref/prompt', name: 'completable-prompt' } as const;
    const sales = { department: 'Sales' };
    deepEqual(await features.complete(reference, { name: 'name', value: 'D' }, sales), ['David']);
    const { entries: resources } = await features.resources.list();
    ok(resources.length > 0);
    for (const { uri } of resources) {
      const [first] = await features.read(uri);
      equal(first?.uri, uri);
    }
    const refusal = await features.read('demo://nowhere').catch(protocolErrorText);
    match(JSON.stringify(refusal), /^"The server (answered with an error of the protocol|knows no such)/);
  });
});
