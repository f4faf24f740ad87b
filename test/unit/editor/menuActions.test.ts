import { deepEqual, throws } from 'node:assert/strict';
import { menuActions, type MenuEntry } from '../../../src/editor/commands/menuActions';

const entries: readonly MenuEntry[] = [
  { command: 'start', group: 'inline@1', when: String.raw`view == v && viewItem =~ /\bstartable\b/` },
  { command: 'log', group: '3_show@2', when: 'view == v && viewItem =~ /\\b(server|agent)\\b/' },
  { command: 'access', group: '3_show@1', when: 'view == v && viewItem =~ /\\bprepared\\b/' },
  { command: 'start', group: '1_run@1', when: String.raw`view == v && viewItem =~ /\bstartable\b/` },
  { command: 'fork', group: '1_run@2', when: 'view == v && viewItem =~ /\\bserver\\b/ && config.forks' },
  { command: 'tools', group: '1_run', when: 'view == v && !(viewItem =~ /\\bagent\\b/)' },
];

function offered(words: string, isSet = false): readonly string[] {
  return menuActions(entries, words, () => isSet).map(({ command, group }) => `${group} ${command}`);
}

describe('What can be done with a line', () => {
  it('is what its menu has, each once, in the order of the menu', () => {
    deepEqual(offered('server startable prepared'), [
      '1_run tools',
      '1_run start',
      '3_show access',
      '3_show log',
    ]);
  });

  it('hangs on the words of the line', () => {
    deepEqual(offered('agent prepared'), ['3_show access', '3_show log']);
    deepEqual(offered('agents preparedly'), ['1_run tools']);
  });

  it('hangs on settings', () => {
    deepEqual(offered('server', true), ['1_run tools', '1_run fork', '3_show log']);
  });

  it('is not guessed where a condition is of a form that is not known', () => {
    const entry = { command: 'x', when: 'view == v && viewItem == server' };
    throws(() => menuActions([entry], 'server', () => true), /not understood: viewItem == server/u);
  });
});
