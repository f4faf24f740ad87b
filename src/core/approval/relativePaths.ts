import type { PlatformPath } from 'node:path';

/** The endings of files that programs are given: code, settings, data. */
const fileName =
  /\.(m?[jt]sx?|c[jt]s|py|pyz|rb|pl|php|lua|sh|bash|ps1|jar|wasm|json5?|jsonc|ya?ml|toml|ini|cfg|conf|env|xml|sql|db|sqlite3?|csv|tsv|md|txt|log|pem|key|crt|cert|csproj|sln)$/iu;

/** The endings of programs. A program that is named without a folder is found on `PATH`. */
const programFile = /\.(exe|cmd|bat|com|dll|so)$/iu;

/** Does this text mean the same file wherever the program runs, or is it put in only at a start? */
export function isSameEverywhere(text: string, path: PlatformPath): boolean {
  return text === '' || path.isAbsolute(text) || /^(~|\$\{|[a-z][a-z\d+.-]+:)/iu.test(text);
}

/**
 * Is this argument a path that depends on the folder in which the program runs? The name of a package can look like one
 * (`owner/name`), so it counts only where it goes up or starts with a dot, or ends as files do.
 */
export function isRelativePath(arg: string, path: PlatformPath): boolean {
  const text = arg.startsWith('-') ? (/^-[^=]*=(.*)$/su.exec(arg)?.[1] ?? '') : arg;
  if (isSameEverywhere(text, path) || text.startsWith('@') || /\s/u.test(text)) return false;
  const parts = text.split(path.sep === '\\' ? /[\\/]/u : '/');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const isFile = fileName.test(last) || (parts.length > 1 && programFile.test(last));
  return isFile || /^\.[^.]/u.test(first) || parts.some((part) => part === '.' || part === '..');
}
