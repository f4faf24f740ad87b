import { equal } from 'node:assert/strict';
import { withoutIcons } from '../../../src/editor/withoutIcons';
import { withoutLinks } from '../../../src/editor/withoutLinks';

describe('text that others wrote (rule 9)', () => {
  it('is no icon in a quick-pick', () => {
    equal(withoutIcons('$(verified) web \\$(check~spin) $$(x)'), '$ (verified) web \\$ (check~spin) $$ (x)');
    equal(withoutIcons('costs $5 (net)'), 'costs $5 (net)');
  });

  it('is no link in a notification or under an input', () => {
    equal(withoutLinks('[Approve](command:x) [a]((b)'), '[Approve] (command:x) [a] ((b)');
  });
});
