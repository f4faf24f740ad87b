/** The name of a program without its folder and, on Windows, its extension, as people write it. */
export function programName(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return name.replace(/\.(exe|cmd|bat|com|ps1)$/iu, '');
}

/** Programs that run the program in their arguments. */
const carriers: ReadonlySet<string> = new Set(
  'env sudo doas nice nohup timeout time setsid stdbuf xargs command exec busybox ionice chroot unshare'.split(
    ' ',
  ),
);

/**
 * The programs that a command line runs: the executable and, where that only runs another program, every argument that
 * may be that program; the names of shells count wherever they stand.
 */
export function programsOf(
  executable: string,
  args: readonly string[],
  shells: ReadonlySet<string>,
): readonly string[] {
  const first = programName(executable);
  const names = args.map(programName);
  const carried = carriers.has(first) ? names.filter((name) => /^[A-Za-z]/u.test(name)) : [];
  return [...new Set([first, ...carried, ...names.filter((name) => shells.has(name))])];
}

/** Every word in the arguments that may be a command, also inside an argument that a shell would read. */
export function commandWords(args: readonly string[]): readonly string[] {
  return args.flatMap((arg) => arg.split(/[\s;|&()<>"'`$]+/u).map(programName));
}

const interpreters: readonly { readonly names: RegExp; readonly flag: RegExp }[] = [
  {
    names: /^(node|nodejs|bun|deno|tsx|ts-node|electron)$/u,
    flag: /^(-e|-p|-pe|-ep|eval|--eval(=.*)?|--print(=.*)?)$/su,
  },
  { names: /^(python|pypy|py)[\d.]*$/u, flag: /^-[A-Za-z]*c/su },
  { names: /^(perl|ruby)[\d.]*$/u, flag: /^(-[A-Za-z]*[eE]|--eval)/su },
  { names: /^(php)[\d.]*$/u, flag: /^-[rBRE]$/su },
  { names: /^(lua|luajit|osascript|Rscript|groovy|julia)[\d.]*$/u, flag: /^(-e|--eval)/su },
  { names: /^(sh|bash|dash|zsh|ksh|fish|csh|tcsh|ash)$/u, flag: /^-[A-Za-z]*c$/su },
  { names: /^cmd$/iu, flag: /^\/[ckCK]/su },
  { names: /^(powershell|pwsh)$/iu, flag: /^-(c|command|e|ec|enc|encodedcommand)$/isu },
];

/** A sentence for each interpreter that is given its program as an argument instead of a file. */
export function programTextIn(programs: readonly string[], args: readonly string[]): readonly string[] {
  return programs.flatMap((program) => {
    const flags = interpreters.filter(({ names }) => names.test(program)).map(({ flag }) => flag);
    const given = args.find((arg) => flags.some((flag) => flag.test(arg)));
    if (given === undefined) return [];
    return [`What it runs stands in its arguments as program text (${program} ${shortFlag(given)}).`];
  });
}

function shortFlag(arg: string): string {
  return /^[-/]*[A-Za-z]*/u.exec(arg)?.[0].slice(0, 20) ?? '';
}
