/** The shells whose quoting we know. */
export type Shell = 'posix' | 'powershell';

/** Characters that no shell gives a meaning to, so that such a word stays readable. */
const plain = /^[A-Za-z0-9_@%+:,./-]+$/;
const plainForPowerShell = /^[A-Za-z0-9_.:\\/-]+$/;

/**
 * Words as one line to paste into a shell: each reaches the program as it is, whatever characters it has (POSIX
 * "Quoting"; PowerShell about_Quoting_Rules). The first word is a bare name.
 */
export function shellLine(words: readonly string[], shell: Shell): string {
  return words.map((word) => quoted(word, shell)).join(' ');
}

function quoted(word: string, shell: Shell): string {
  switch (shell) {
    case 'posix':
      return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
    case 'powershell':
      // `--` alone would be taken away by PowerShell where it stands before a command's own arguments.
      return plainForPowerShell.test(word) && word !== '--' ? word : `'${word.replaceAll("'", "''")}'`;
  }
}
