import type { ProcessLaunch } from '../servers/launch';
import { displayText } from '../text';
import { valueText } from './valueText';

/** How many characters of a value are shown: more would hide the rest. */
const mostOfAValue = 200;

/**
 * Variables that make a program load other code, or that put another program in its place. They are whole families,
 * since each tool reads every option from one. In doubt a variable alters: that costs a line, while the opposite lets a
 * definition run what nobody was shown. The first pattern that fits says why.
 */
const altering: readonly (readonly [names: RegExp, why: string])[] = [
  [/^(LD_|DYLD_)|^(GCONV_PATH|GLIBC_TUNABLES)$/u, 'it loads other code into every program'],
  [/^(GTK|GIO|QT)\w*_(MODULES|PLUGIN_PATH|PATH)$/u, 'it loads other code into programs'],
  [/^NODE_PATH$/u, 'it makes Node.js load other modules'],
  [/^NODE_OPTIONS$/u, 'it makes Node.js load other code'],
  [/^NODE_(EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)$/u, 'it makes Node.js believe other servers'],
  [/^(NODE_(?!ENV$)|ELECTRON_|TS_NODE_|TSX_)/u, 'it changes how Node.js runs'],
  [/^(NPM_|PNPM_|YARN_|COREPACK_)/u, 'it decides which packages are fetched, from where, and what runs them'],
  [/^(BUN_|DENO_)/u, 'it changes what Bun or Deno loads, and from where'],
  [/^PYTHON(STARTUP|INSPECT|BREAKPOINT)$/u, 'it makes Python run other code'],
  [
    /^PYTHON(?!(UNBUFFERED|IOENCODING|UTF8|DONTWRITEBYTECODE|HASHSEED)$)/u,
    'it makes Python load other modules',
  ],
  [
    /^(PIP|PIPX|UV|POETRY|PDM|HATCH|CONDA|MAMBA|PYENV)_|^VIRTUAL_ENV$/u,
    'it decides which packages of Python are fetched, and from where',
  ],
  [/^PERL/u, 'it makes Perl load other code'],
  [/^(RUBY|BUNDLER?_|GEM_)/u, 'it makes Ruby load other code'],
  [/^_?(JAVA|JDK|JBANG|MAVEN|MVN|GRADLE|KOTLIN|SBT)_|^CLASSPATH$/u, 'it makes Java load other code'],
  [/^(DOTNET_|COMPLUS_|CORECLR_|COR_|NUGET_|MSBUILD)/u, 'it makes .NET load other code'],
  [/^C?GO(?!OGLE)[A-Z0-9]+$|^CGO_/u, 'it decides what Go fetches, from where, and how that is built'],
  [
    /^(CARGO|RUSTUP|RUSTC|RUSTDOC)(_|$)|^RUSTFLAGS$/u,
    'it decides what Rust fetches, from where, and how that is built',
  ],
  [/^(PHPRC|PHP_\w+|COMPOSER_\w+)$/u, 'it makes PHP load other code'],
  [
    /^(LUA|JULIA|ERL|ELIXIR|MIX|HEX)_|^R_(PROFILE|ENVIRON|LIBS|HOME)/u,
    'it makes its language load other code',
  ],
  [/^(NVM|FNM|VOLTA|ASDF|MISE|RTX|PROTO|SDKMAN|JENV|RBENV)_/u, 'it decides which version of a program runs'],
  [
    /^GIT_(SSH|SSH_COMMAND|ASKPASS|EDITOR|PAGER|EXTERNAL_DIFF|PROXY_COMMAND)$|^(SSH|SUDO)_ASKPASS$/u,
    'git or ssh runs it as a program',
  ],
  [/^GIT_(?!AUTHOR_|COMMITTER_|TERMINAL_PROMPT$)/u, 'it changes what git reads and runs'],
  [/^(BASH_ENV|ENV|ZDOTDIR|FPATH|PROMPT_COMMAND|PS4)$|^BASH_FUNC_/u, 'a shell runs that first'],
  [/^(SHELLOPTS|BASHOPTS|IFS|CDPATH)$/u, 'it changes how a shell reads commands'],
  [/^(SHELL|COMSPEC|EDITOR|VISUAL|PAGER|BROWSER)$/u, 'other programs run it'],
  [/^(PATH|PATHEXT|PSMODULEPATH|SYSTEMROOT|WINDIR)$/u, 'programs are found in other places'],
  [/^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_\w+)$/u, 'programs read their settings in other places'],
  [/(^|_)(PROXY|PROXY_URL)$|^GLOBAL_AGENT_/u, 'what goes over the network goes through another machine'],
  [/(^|_)CA_(BUNDLE|CERTS?|FILE|PATH)$|^SSL_CERT_(FILE|DIR)$/u, 'it makes programs believe other servers'],
  [/^SSLKEYLOGFILE$/u, 'the keys of encrypted connections are written there'],
  [/^OPENSSL_/u, 'it makes programs load other code'],
  [/^(CURL_HOME|WGETRC|NETRC)$/u, 'programs that fetch read other settings'],
  [/^(DOCKER|PODMAN|CONTAINER|CONTAINERS|BUILDKIT)_/u, 'it decides where containers run, and which'],
  [/^(KUBECONFIG|AWS_CONFIG_FILE|AWS_SHARED_CREDENTIALS_FILE)$/u, 'programs run what stands in that file'],
  [/^(CC|CXX|MAKEFLAGS|CMAKE_\w+)$/u, 'it decides how programs are built'],
  [
    /_(EXECUTABLE|EXECUTABLE_PATH|PRELOAD|STARTUP_HOOKS|REGISTRY|INDEX_URL|MIRROR)$/u,
    'programs may load other code by it',
  ],
];

/** A sentence for each variable that alters what runs, with its value, unless that looks like a secret. */
export function alteringVariables(env: ProcessLaunch['env']): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === null) return [];
    const why = whyAltering(name);
    if (why === undefined) return [];
    return [`It sets ${displayText(name)}: ${why}: ${displayText(valueText(name, value), mostOfAValue)}`];
  });
}

/** Windows, npm and curl ignore letter case here. */
function whyAltering(name: string): string | undefined {
  const upper = name.toUpperCase();
  return altering.find(([names]) => names.test(upper))?.[1];
}
