import { recordOf } from '../../core/recordOf';
import { displayText } from '../../core/text';
import type { SchemaJudge } from './schemaJudge';

/**
 * Why one argument is not as the schema of all of them asks for; undefined where it is, and where that cannot be judged.
 * It is held against its part of the whole, in which references may lead anywhere.
 */
export async function argumentMismatch(
  schema: unknown,
  name: string,
  value: unknown,
  judge: SchemaJudge,
): Promise<string | undefined> {
  const { $schema, $defs, definitions, properties } = recordOf(schema);
  const known = Object.entries({ $schema, $defs, definitions, properties });
  const alone = Object.fromEntries(known.filter(([, each]) => each !== undefined));
  const verdict = await judge.judge(alone, { [name]: value });
  if (verdict.kind !== 'does not fit') return undefined;
  return `It does not fit its schema. ${displayText(verdict.why, 500)}`;
}
