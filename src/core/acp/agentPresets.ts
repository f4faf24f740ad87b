/** An agent from npm that was tried with exactly this version: its entry in the settings, and what to know before. */
export interface AgentPreset {
  readonly name: string;
  /** The package with its version: with a fixed one, what was approved is what runs. */
  readonly package: string;
  /** How its sessions take folders. */
  readonly takes: 'several folders' | 'one folder';
  /** What is fetched at its first start, in MB. */
  readonly megabytes: number;
  /** What stands in the setting besides what starts it. */
  readonly entry: {
    readonly args: readonly string[];
    readonly files?: { readonly missingIsEmpty: true };
  };
}

/** The agents that can be added by name; what is said of them was seen with the versions that stand here. */
export const agentPresets: readonly AgentPreset[] = [
  {
    name: 'Claude',
    package: '@agentclientprotocol/claude-agent-acp@0.100.0',
    takes: 'several folders',
    megabytes: 390,
    entry: { args: [] },
  },
  {
    name: 'Codex',
    package: '@agentclientprotocol/codex-acp@2.6.0',
    takes: 'several folders',
    megabytes: 460,
    entry: { args: [] },
  },
  {
    name: 'Gemini',
    package: '@google/gemini-cli@0.61.0',
    takes: 'one folder',
    megabytes: 100,
    // It takes any error at reading a file that is not there yet for a reason not to write it.
    entry: { args: ['--acp'], files: { missingIsEmpty: true } },
  },
  {
    name: 'OpenCode',
    package: 'opencode-ai@1.18.33',
    takes: 'one folder',
    megabytes: 350,
    entry: { args: ['acp'] },
  },
  {
    name: 'Copilot',
    package: '@github/copilot@1.0.102',
    takes: 'one folder',
    megabytes: 190,
    entry: { args: ['--acp'] },
  },
];

/** The first start fetches the package: so many seconds, where other agents get half a minute. */
const firstStart = 600;

/** The entry of `mcpRoots.agents` for a preset. */
export function entryOf({ package: name, entry }: AgentPreset): object {
  const { args, files } = entry;
  return {
    command: 'npx',
    args: ['-y', name, ...args],
    ...(files && { files }),
    timeouts: { initialize: firstStart },
  };
}

/** What to know of an agent before it is added, in one line. */
export function presetText({ takes, megabytes }: AgentPreset): string {
  return takes === 'several folders'
    ? `Takes every folder that you allow. Its first start downloads about ${megabytes} MB.`
    : `Takes one of the folders that you allow. Its first start downloads about ${megabytes} MB.`;
}
