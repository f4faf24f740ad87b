/**
 * Text that is shown in a notification or under an input: VS Code makes `[label](command:…)` in it a link that runs
 * the command, whoever wrote the text. Such a link is broken up and stays readable (rule 9).
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
