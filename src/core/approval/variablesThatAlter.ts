import type { ProcessLaunch } from '../servers/launch';

/** Variables that put other code into a program, or another program in the place of one. */
const altering: ReadonlyMap<string, string> = new Map([
  ['NODE_OPTIONS', 'it makes Node.js load other code'],
  ['NODE_PATH', 'it makes Node.js load other modules'],
  ['LD_PRELOAD', 'it loads other code into every program'],
  ['LD_LIBRARY_PATH', 'it makes programs load other libraries'],
  ['LD_AUDIT', 'it loads other code into every program'],
  ['PYTHONSTARTUP', 'it makes Python run another file'],
  ['PYTHONPATH', 'it makes Python load other modules'],
  ['PYTHONHOME', 'it makes Python load other modules'],
  ['PERL5OPT', 'it makes Perl load other code'],
  ['PERL5LIB', 'it makes Perl load other modules'],
  ['RUBYOPT', 'it makes Ruby load other code'],
  ['RUBYLIB', 'it makes Ruby load other modules'],
  ['JAVA_TOOL_OPTIONS', 'it makes Java load other code'],
  ['JDK_JAVA_OPTIONS', 'it makes Java load other code'],
  ['GIT_SSH', 'git runs it as a program'],
  ['GIT_SSH_COMMAND', 'git runs it as a program'],
  ['BASH_ENV', 'a shell runs that file first'],
  ['ENV', 'a shell runs that file first'],
  ['PATH', 'programs are found in other places'],
]);

/** A sentence for each variable that alters what runs. Values are not shown. */
export function alteringVariables(env: ProcessLaunch['env']): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === null) return [];
    const upper = name.toUpperCase();
    const why = upper.startsWith('DYLD_') ? 'it loads other code into every program' : altering.get(upper);
    return why === undefined ? [] : [`It sets ${upper}: ${why}.`];
  });
}
