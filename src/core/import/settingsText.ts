import { appendJson, editJson, type EditedJson } from '../clients/jsonEdit';
import { withComments } from './entryText';
import type { ImportPlan } from './importPlan';

/**
 * Writes an import into the text of a settings file, after the existing entries and with the comments of the imported
 * ones; everything else stays as it is.
 * @param above the keys that lead to the settings: in a workspace file they are under `settings`
 */
export function withImport(
  text: string,
  above: readonly string[],
  { servers, inputs, answers }: ImportPlan,
): EditedJson {
  let now = text;
  for (const input of inputs) {
    const edited = appendJson(now, [...above, 'mcpRoots.inputs'], input);
    if (edited.kind === 'refused') return edited;
    if (edited.kind === 'changed') now = edited.text;
  }
  for (const { name, entry, found } of servers) {
    const path = [...above, 'mcpRoots.servers', name];
    const edited = editJson(now, path, entry);
    if (edited.kind === 'refused') return edited;
    if (edited.kind !== 'changed') continue;
    const commented = withComments(edited.text, path, found.written);
    // A secret that was replaced by an input may also be in a comment: then the comments are left out.
    const tells = answers.some(({ value }) => commented.includes(value) && !edited.text.includes(value));
    now = tells ? edited.text : commented;
  }
  return now === text ? { kind: 'same' } : { kind: 'changed', text: now };
}
