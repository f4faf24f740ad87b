import { parentPort } from 'node:worker_threads';
import { Validator, type Schema } from '@cfworker/json-schema';
import { messageOf } from '../../core/errors';
import type { JudgeQuestion, Judgement } from './schemaJudge';

/** The thread in which the schemas of servers are applied. It has no state, and may be ended at any moment. */
parentPort?.on('message', (question: JudgeQuestion) => parentPort?.postMessage(judge(question), []));

/** The dialect of a schema that names none (MCP 2025-11-25, basic, JSON Schema usage). */
const usualDraft = '2020-12';

function judge({ id, schema, value }: JudgeQuestion): Judgement {
  try {
    // Compiles no code. It knows only this schema: a reference to another document fails, and nothing is fetched.
    const { valid, errors } = new Validator(schema as Schema, draftOf(schema)).validate(value);
    // The first errors are those of the outermost schema, and only say that a schema inside was not matched.
    const deepest = errors.at(-1);
    const where = deepest?.instanceLocation.replace(/^#\/?/, '') ?? '';
    const what = (deepest?.error ?? '').replace(/^Instance/, 'The value');
    return { id, kind: valid ? 'fits' : 'does not fit', why: where === '' ? what : `${where}: ${what}` };
  } catch (error) {
    // Its other lines list the schemas that are known.
    const [why = ''] = messageOf(error).split('\n');
    return { id, kind: 'cannot be judged', why };
  }
}

function draftOf(schema: unknown): '4' | '7' | '2019-09' | '2020-12' {
  const named = typeof schema === 'object' && schema !== null && '$schema' in schema ? schema.$schema : '';
  const found = (['2019-09', '2020-12'] as const).find((draft) => String(named).includes(draft));
  if (found !== undefined) return found;
  if (String(named).includes('draft-04')) return '4';
  return /draft-0[67]/.test(String(named)) ? '7' : usualDraft;
}
