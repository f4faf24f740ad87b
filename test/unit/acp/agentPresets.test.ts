import { deepEqual } from 'node:assert/strict';
import { agentPresets, entryOf, presetText } from '../../../src/core/acp/agentPresets';
import { parseAgents } from '../../../src/core/acp/parseAgents';
import { downloadIn } from '../../../src/core/approval/download';

describe('The agents that can be added by name', () => {
  it('are entries that the setting takes, each of one version, with time for the first download', () => {
    const setting = Object.fromEntries(agentPresets.map((preset) => [preset.name, entryOf(preset)]));
    const read = parseAgents(setting, { kind: 'user' }).map((each) => {
      if (each.kind === 'faulty') return each.fault;
      const { name, transport, agent, timeouts } = each.definition;
      const command = transport.type === 'stdio' ? [transport.command, ...transport.args] : [];
      const [program = '', ...args] = command;
      return {
        name,
        command,
        unusual: downloadIn(program, args).length,
        agent,
        initialize: timeouts.initialize,
      };
    });
    const usual = { readsFiles: true, writesFiles: true, missingIsEmpty: false };
    const expected = [
      ['Claude', ['@agentclientprotocol/claude-agent-acp@0.100.0'], usual],
      ['Codex', ['@agentclientprotocol/codex-acp@2.6.0'], usual],
      ['Gemini', ['@google/gemini-cli@0.61.0', '--acp'], { ...usual, missingIsEmpty: true }],
      ['OpenCode', ['opencode-ai@1.18.33', 'acp'], usual],
      ['Copilot', ['@github/copilot@1.0.102', '--acp'], usual],
    ] as const;
    deepEqual(
      read,
      expected.map(([name, words, agent]) => ({
        name,
        command: ['npx', '-y', ...words],
        // That something is downloaded, and not that its version is open.
        unusual: 1,
        agent,
        initialize: 600_000,
      })),
    );
  });

  it('say before they are added how many folders they take and what they download', () => {
    deepEqual(agentPresets.slice(1, 3).map(presetText), [
      'Takes every folder that you allow. Its first start downloads about 460 MB.',
      'Takes one of the folders that you allow. Its first start downloads about 100 MB.',
    ]);
  });
});
