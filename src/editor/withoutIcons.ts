/**
 * Text of others for a line of a quick-pick. VS Code shows `$(check)` in it as an icon, which can pass for one of its
 * own; here it is broken up, and stays readable (rule 9).
 */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$ (');
}
