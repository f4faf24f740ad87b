import { deepEqual } from 'node:assert/strict';
import { agentPresets, offersOf } from '../../../src/core/acp/agentPresets';
import { parseAgents } from '../../../src/core/acp/parseAgents';
import { downloadIn } from '../../../src/core/approval/download';

const usual = { readsFiles: true, writesFiles: true, missingIsEmpty: false };
const forNewFiles = { ...usual, missingIsEmpty: true };

/** What the setting makes of the entries that are offered, by name. */
function read(installed: string | undefined, which: number) {
  const setting = Object.fromEntries(
    agentPresets.map((preset) => [preset.name, offersOf(preset, installed)[which]?.entry]),
  );
  return parseAgents(setting, { kind: 'user' }).map((each) => {
    if (each.kind === 'faulty') return each.fault;
    const { name, transport, agent, timeouts } = each.definition;
    if (transport.type !== 'stdio') throw new Error(`${name} is no program.`);
    const { command, args } = transport;
    const runs = [command, ...args].join(' ');
    return [name, runs, agent, timeouts.initialize, downloadIn(command, args)];
  });
}

describe('The agents that can be added by name', () => {
  it('come from npm in one fixed version, with the switches they need and time for the first download', () => {
    const downloaded = (name: string) => [`npx downloads a program and runs it: ${name}`];
    const expected = [
      ['Claude', '@agentclientprotocol/claude-agent-acp@0.100.0', '', usual],
      ['Codex', '@agentclientprotocol/codex-acp@2.6.0', '', usual],
      ['Gemini', '@google/gemini-cli@0.61.0', ' --acp', forNewFiles],
      ['OpenCode', 'opencode-ai@1.18.33', ' acp', usual],
      ['Copilot', '@github/copilot@1.0.102', ' --acp', usual],
    ] as const;
    deepEqual(
      read(undefined, 0),
      expected.map(([name, source, args, switches]) => [
        name,
        `npx -y ${source}${args}`,
        switches,
        600_000,
        downloaded(source),
      ]),
    );
  });

  it('are the programs that are installed, where they are, before those from npm', () => {
    deepEqual(read('/bin/it', 0), [
      ['Claude', 'claude-agent-acp', usual, undefined, []],
      ['Codex', 'codex-acp', usual, undefined, []],
      ['Gemini', 'gemini --acp', forNewFiles, undefined, []],
      ['OpenCode', 'opencode acp', usual, undefined, []],
      ['Copilot', 'copilot --acp', usual, undefined, []],
    ]);
    deepEqual(read('/bin/it', 1), read(undefined, 0));
  });

  it('say before they are added how many folders they take and what they download', () => {
    const [, codex, gemini] = agentPresets.map((preset) => offersOf(preset, '/bin/it'));
    deepEqual(
      [codex?.[1]?.detail, gemini?.[0]?.detail],
      [
        'Takes every folder that you allow. Its first start downloads about 460 MB.',
        'Takes one of the folders that you allow. Installed here: /bin/it',
      ],
    );
  });
});
