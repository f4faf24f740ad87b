/**
 * Text of others in a line of a quick-pick: VS Code makes `$(check)` in it a picture, which can pass for a sign of its
 * own. It is broken up and stays readable (rule 9).
 */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$ (');
}
