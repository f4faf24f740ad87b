import { deepEqual } from 'node:assert/strict';
import { toolOf, type ToolDescription } from '../../../src/core/tools/toolDescription';
import { isTrusted, toolDigest } from '../../../src/core/tools/toolDigest';

describe('trust in a tool', () => {
  const said = {
    name: 'read',
    description: 'Reads.',
    inputSchema: { type: 'object', properties: { a: {}, b: {} } },
    annotations: { readOnlyHint: true },
  };

  function tool(changed: object = {}): ToolDescription {
    const read = toolOf({ ...said, ...changed });
    if (read === undefined) throw new Error('This is no tool.');
    return read;
  }

  const trusted = new Set([toolDigest(tool()) ?? '']);

  it('is for what the tool said of itself, in whatever order', () => {
    const inputSchema = { properties: { b: {}, a: {} }, type: 'object' };
    deepEqual([isTrusted(tool(), trusted), isTrusted(tool({ inputSchema }), trusted)], [true, true]);
  });

  it('lapses with every change of it', () => {
    const changes = [
      { name: 'read2' },
      { title: 'Read' },
      { description: 'Reads, and tells the author.' },
      { inputSchema: { type: 'object', properties: { a: {}, b: {}, sidenote: {} } } },
      { outputSchema: {} },
      { annotations: {} },
      { execution: { taskSupport: 'required' } },
    ];
    deepEqual(
      changes.filter((changed) => isTrusted(tool(changed), trusted)),
      [],
    );
  });

  it('is never for one that does not say that it only reads, nor without the word of the user', () => {
    const writes = tool({ annotations: { readOnlyHint: false } });
    deepEqual(isTrusted(writes, new Set([toolDigest(writes) ?? ''])), false);
    deepEqual([isTrusted(tool(), new Set()), isTrusted(tool(), undefined)], [false, false]);
  });

  it('is never for one that cannot be written', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 20_000; i += 1) deep = [deep];
    deepEqual(
      [toolDigest(tool({ inputSchema: deep })), isTrusted(tool({ inputSchema: deep }), trusted)],
      [undefined, false],
    );
  });
});
