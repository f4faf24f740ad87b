/**
 * Text for a notification or below an input. VS Code makes `[label](command:…)` in it a link that runs the command,
 * whoever wrote the text; here it is broken up, and stays readable (rule 9).
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
