/** An agent from npm that was tested in exactly this version. */
export interface AgentPreset {
  readonly name: string;
  /** The package with a fixed version, so that what was approved is what runs. */
  readonly package: string;
  /** The program of the package, for users who have it installed. */
  readonly program: string;
  readonly args: readonly string[];
  readonly files?: { readonly missingIsEmpty: true };
  /** Whether a session takes all folders, or only a working directory. */
  readonly takes: 'several folders' | 'one folder';
  /** About how much its first start downloads, in MB. */
  readonly megabytes: number;
}

/** One way to add an agent: what to show before it is chosen, and the entry of `mcpRoots.agents` to write. */
export interface AgentOffer {
  readonly name: string;
  /** The package or the command line, in short. */
  readonly runs: string;
  readonly detail: string;
  readonly entry: object;
}

/** The agents that can be added by name; what is stated here was observed with exactly these versions. */
export const agentPresets: readonly AgentPreset[] = [
  {
    name: 'Claude',
    package: '@agentclientprotocol/claude-agent-acp@0.100.0',
    program: 'claude-agent-acp',
    args: [],
    takes: 'several folders',
    megabytes: 390,
  },
  {
    name: 'Codex',
    package: '@agentclientprotocol/codex-acp@2.6.0',
    program: 'codex-acp',
    args: [],
    takes: 'several folders',
    megabytes: 460,
  },
  {
    name: 'Gemini',
    package: '@google/gemini-cli@0.61.0',
    program: 'gemini',
    args: ['--acp'],
    // Gemini does not write a new file when reading it gave any error at all.
    files: { missingIsEmpty: true },
    takes: 'one folder',
    megabytes: 100,
  },
  {
    name: 'OpenCode',
    package: 'opencode-ai@1.18.33',
    program: 'opencode',
    args: ['acp'],
    takes: 'one folder',
    megabytes: 350,
  },
  {
    name: 'Copilot',
    package: '@github/copilot@1.0.102',
    program: 'copilot',
    args: ['--acp'],
    takes: 'one folder',
    megabytes: 190,
  },
];

/** Seconds that the first start may take, because it downloads the package; the default is half a minute. */
const firstStart = 600;

/**
 * The ways to add an agent: the installed program, where there is one, and always the package from npm.
 * @param installed the absolute path of the program; undefined where there is none
 */
export function offersOf(preset: AgentPreset, installed: string | undefined): readonly AgentOffer[] {
  const { name, args, files, program, takes, megabytes } = preset;
  const folders =
    takes === 'several folders'
      ? 'Takes every folder that you allow.'
      : 'Takes one of the folders that you allow.';
  const switches = files && { files };
  const fromNpm = {
    name,
    runs: preset.package,
    detail: `${folders} Its first start downloads about ${megabytes} MB.`,
    entry: {
      command: 'npx',
      args: ['-y', preset.package, ...args],
      ...switches,
      timeouts: { initialize: firstStart },
    },
  };
  if (installed === undefined) return [fromNpm];
  const runs = [program, ...args].join(' ');
  const detail = `${folders} Installed here: ${installed}`;
  return [{ name, runs, detail, entry: { command: program, args, ...switches } }, fromNpm];
}
