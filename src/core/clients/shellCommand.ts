/** The shells for which words can be quoted. */
export type Shell = 'posix' | 'powershell';

/** Words of these characters need no quotes in any shell. */
const plain = /^[A-Za-z0-9_@%+:,./-]+$/;
const plainForPowerShell = /^[A-Za-z0-9_.:\\/-]+$/;

/**
 * Words as one line to paste into a shell; each reaches the program unchanged, whatever characters it has (POSIX
 * "Quoting"; PowerShell about_Quoting_Rules). In PowerShell, the first word must not need quotes.
 */
export function shellLine(words: readonly string[], shell: Shell): string {
  return words.map((word) => quoted(word, shell)).join(' ');
}

function quoted(word: string, shell: Shell): string {
  switch (shell) {
    case 'posix':
      return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
    case 'powershell':
      // PowerShell would remove a `--` without quotes before a command's own arguments.
      return plainForPowerShell.test(word) && word !== '--' ? word : `'${word.replaceAll("'", "''")}'`;
  }
}
