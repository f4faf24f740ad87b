import { recordOf } from '../../core/recordOf';
import { displayText } from '../../core/text';
import type { SchemaJudge } from './schemaJudge';

/**
 * Why one argument does not match the schema of the arguments; undefined where it does, and where that cannot be
 * judged. It is judged without the other arguments, but with all properties and definitions of the schema, because its
 * own part may refer to any of them.
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
