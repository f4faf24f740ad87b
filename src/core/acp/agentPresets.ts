/** An agent from npm that was tried with exactly this version. */
export interface AgentPreset {
  readonly name: string;
  /** The package with its version: with a fixed one, what was approved is what runs. */
  readonly package: string;
  /** The program that the package brings, for those who have it already. */
  readonly program: string;
  readonly args: readonly string[];
  readonly files?: { readonly missingIsEmpty: true };
  /** How its sessions take folders. */
  readonly takes: 'several folders' | 'one folder';
  /** What is fetched at its first start, in MB. */
  readonly megabytes: number;
}

/** One way to have an agent: what to know before it is chosen, and what is then written into `mcpRoots.agents`. */
export interface AgentOffer {
  readonly name: string;
  /** What would run, in short. */
  readonly runs: string;
  readonly detail: string;
  readonly entry: object;
}

/** The agents that can be added by name; what is said of them was seen with the versions that stand here. */
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
    // It takes any error at reading a file that is not there yet for a reason not to write it.
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

/** The first start fetches the package: so many seconds, where other agents get half a minute. */
const firstStart = 600;

/**
 * The ways to have an agent: the program that is installed, where it is, and always the package from npm.
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
