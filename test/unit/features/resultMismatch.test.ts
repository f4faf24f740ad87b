import { equal, match } from 'node:assert/strict';
import { toolResultOf } from '../../../src/core/tools/toolResult';
import { resultMismatch } from '../../../src/node/features/resultMismatch';
import { SchemaJudge } from '../../../src/node/features/schemaJudge';

describe('what a tool promises of its result', () => {
  const outputSchema = { type: 'object', properties: { t: { type: 'number' } }, required: ['t'] };
  let judge: SchemaJudge;

  before(() => {
    judge = new SchemaJudge(60_000);
  });

  after(() => judge.dispose());

  const mismatch = (said: object, promised: unknown = outputSchema) =>
    resultMismatch({ outputSchema: promised }, toolResultOf(said), judge);

  it('is held against it, and said where it is not kept', async () => {
    equal(await mismatch({ structuredContent: { t: 1 } }), undefined);
    equal(
      await mismatch({ structuredContent: { t: 'warm' } }),
      'The structured content is not as the tool promises. t: The value type "string" is invalid. Expected "number".',
    );
    equal(await mismatch({ content: [] }), 'The tool promises structured content, and gave none.');
  });

  it('is not asked for where nothing was promised, or the tool failed', async () => {
    equal(
      await resultMismatch({ outputSchema: undefined }, toolResultOf({ structuredContent: 1 }), judge),
      undefined,
    );
    equal(await mismatch({ isError: true, content: [] }), undefined);
  });

  it('is said not to be checked where its schema cannot be applied (rule 9)', async () => {
    match(
      String(await mismatch({ structuredContent: {} }, { $ref: '#' })),
      /^Whether the structured content is as the tool promises could not be checked: Maximum call stack/,
    );
  });
});
