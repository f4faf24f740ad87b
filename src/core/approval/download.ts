import { programName } from './programs';

/** The commands that run packages, by themselves or as a subcommand; `valued`: options that are followed by a value. */
const runners: readonly { readonly words: readonly string[]; readonly valued: RegExp }[] = [
  { words: ['npx'], valued: /^(-p|--package|-c|--call|--registry)$/u },
  { words: ['bunx'], valued: /^(-p|--package)$/u },
  { words: ['bun', 'x'], valued: /^(-p|--package)$/u },
  { words: ['pnpx'], valued: /^(--package)$/u },
  { words: ['npm', 'exec'], valued: /^(-p|--package|-c|--call)$/u },
  { words: ['npm', 'x'], valued: /^(-p|--package|-c|--call)$/u },
  { words: ['pnpm', 'dlx'], valued: /^(--package)$/u },
  { words: ['yarn', 'dlx'], valued: /^(-p|--package)$/u },
  { words: ['uvx'], valued: /^(--from|--with|-p|--python|--index-url|--index|--default-index)$/u },
  {
    words: ['uv', 'tool', 'run'],
    valued: /^(--from|--with|-p|--python|--index-url|--index|--default-index)$/u,
  },
  { words: ['pipx', 'run'], valued: /^(--spec|--python|--index-url|-i)$/u },
  { words: ['docker', 'run'], valued: /^(-e|--env|-v|--volume|--name|--mount|-p|--network|-w|-u)$/u },
  { words: ['podman', 'run'], valued: /^(-e|--env|-v|--volume|--name|--mount|-p|--network|-w|-u)$/u },
];

const naming = /^(-p|--package|--from|--spec)$/u;

/** Says if a package is fetched at the start, and if its version is not fixed; empty where none is fetched. */
export function downloadIn(executable: string, args: readonly string[]): readonly string[] {
  const words = [
    programName(executable),
    ...args.map((arg) => (arg.startsWith('-') ? arg : programName(arg))),
  ];
  for (const { words: runner, valued } of runners) {
    const at = words.findIndex((_, index) => runner.every((word, offset) => words[index + offset] === word));
    // The executable itself is word 0, so that argument n is word n + 1.
    if (at >= 0) return sentences(runner.join(' '), args.slice(at + runner.length - 1), valued);
  }
  return [];
}

function sentences(runner: string, args: readonly string[], valued: RegExp): readonly string[] {
  const packages = packagesIn(args, valued);
  const which = packages.length === 0 ? 'a package' : packages.join(', ');
  const downloads = `${runner} downloads a program and runs it: ${which}`;
  if (packages.length > 0 && packages.every(isPinned)) return [downloads];
  return [downloads, 'Its version is not fixed: what runs can be another program at every start.'];
}

/** The packages that are named by an option, else the first argument that is no option. */
function packagesIn(args: readonly string[], valued: RegExp): readonly string[] {
  const named: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const [option = '', inline] = arg.split(/=(.*)/su);
    if (!arg.startsWith('-')) return named.length > 0 ? named : [arg];
    if (!valued.test(option)) continue;
    const value = inline ?? args[++index];
    if (naming.test(option) && value !== undefined) named.push(value);
  }
  return named;
}

/** `name@1.2.3`, `name==1.2.3`, or an image by its digest; a range or a tag is no fixed version. */
function isPinned(spec: string): boolean {
  return (
    /^(@[^/@]+\/)?[^@/=<>~!]+(@|==)\d+(\.\d+)+([-+.a-z\d]*)$/iu.test(spec) ||
    /@sha256:[\da-f]{64}$/iu.test(spec)
  );
}
