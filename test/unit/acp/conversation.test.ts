import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { Conversation, type ConversationChange } from '../../../src/core/acp/conversation/conversation';
import { entryWeight, type Entry } from '../../../src/core/acp/conversation/entry';
import { turnEndText } from '../../../src/core/acp/conversation/turnEnd';

type Update = Parameters<Conversation['take']>[0];

const text = (by: 'agent_message' | 'user_message' | 'agent_thought', words: string, more = {}): Update => ({
  sessionUpdate: `${by}_chunk`,
  content: { type: 'text', text: words },
  ...more,
});

function after(...updates: readonly Update[]): Conversation {
  const conversation = new Conversation();
  for (const update of updates) conversation.take(update);
  return conversation;
}

/** Without what only tells entries apart. */
const shortOf = (entry: Entry): unknown => {
  switch (entry.kind) {
    case 'text':
      return [entry.by, entry.text];
    case 'content':
      return [entry.by, entry.content];
    case 'tool':
      return [entry.call.toolCallId, entry.call.title, entry.call.state];
    case 'plan':
      return entry.steps.map(({ text: words, state }) => `${words}: ${state}`);
    case 'note':
      return entry.text;
  }
};
const short = ({ entries }: Conversation) => entries.map(shortOf);

describe('A conversation with an agent', function () {
  this.timeout(60_000);

  it('is one entry for what comes in many chunks, until somebody else or something else comes', () => {
    const conversation = after(
      text('agent_thought', 'hm'),
      text('agent_thought', 'm'),
      text('agent_message', 'Hel'),
      text('agent_message', 'lo', { messageId: 'a' }),
      text('agent_message', '!', { messageId: 'a' }),
      text('agent_message', 'More', { messageId: 'b' }),
    );
    deepEqual(short(conversation), [
      ['thought', 'hmm'],
      ['agent', 'Hello!'],
      ['agent', 'More'],
    ]);
  });

  it('has one entry for a call of a tool, whichever of its reports comes first', () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read\u001b[2J', kind: 'read' };
    const change = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' };
    deepEqual(short(after(call, text('agent_message', 'a'), change)), [
      ['t', 'Read\\u001b[2J', 'completed'],
      ['agent', 'a'],
    ]);
    deepEqual(short(after(change, call)), [['t', 'Read\\u001b[2J', 'completed']]);
    deepEqual(short(after(change)), [['t', 'A tool', 'completed']]);
  });

  it('keeps what of a call an update leaves out, and replaces what it gives', () => {
    const diff = { type: 'diff', path: '/a', oldText: null, newText: 'b' };
    const conversation = after(
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit', locations: [{ path: '/a', line: 3 }] },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [diff, { type: 'new' }, 7] },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', title: null, status: 'nonsense', kind: 'edit' },
    );
    deepEqual(conversation.tool('t'), {
      toolCallId: 't',
      title: 'Edit',
      kind: 'edit',
      state: 'pending',
      content: [{ kind: 'diff', path: '/a', oldText: undefined, newText: 'b', isCut: false }],
      locations: [{ path: '/a', line: 3 }],
    });
  });

  it('has one plan for each turn, which is replaced', () => {
    const plan = (status: string) => ({
      sessionUpdate: 'plan',
      entries: [{ content: 'Look', priority: 'high', status }, { content: 'no state' }],
    });
    const conversation = after(plan('pending'), text('agent_message', 'a'), plan('completed'));
    conversation.asked([{ kind: 'text', text: 'again' }]);
    conversation.take(plan('in_progress'));
    deepEqual(short(conversation), [
      ['Look: completed'],
      ['agent', 'a'],
      ['user', 'again'],
      ['Look: in_progress'],
    ]);
  });

  it('is told again by a load, and has what the user says in a turn only once', () => {
    deepEqual(short(after(text('user_message', 'hi'), text('agent_message', 'hello'))), [
      ['user', 'hi'],
      ['agent', 'hello'],
    ]);
    const live = new Conversation();
    live.asked([{ kind: 'text', text: 'hi' }]);
    live.take(text('user_message', 'hi'));
    live.ended('end_turn');
    live.asked([{ kind: 'text', text: 'hi' }]);
    deepEqual(short(live), [
      ['user', 'hi'],
      ['user', 'hi'],
    ]);
  });

  it('knows what can be set, and what the agent calls it', () => {
    const conversation = new Conversation();
    conversation.opened({
      modes: { current: 'ask', available: [{ value: 'ask', name: 'Ask', description: undefined }] },
    });
    conversation.take({ sessionUpdate: 'current_mode_update', currentModeId: 'code' });
    conversation.take({
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'web', description: 'Looks', input: { hint: 'what' } },
        { name: 'a b' },
        {},
      ],
    });
    const options = [
      { id: 'm', name: 'Model', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }, 1] },
      { id: 'g', name: 'G', type: 'select', currentValue: 'b', options: grouped },
      { id: 'w', name: 'Web', type: 'boolean', currentValue: true },
      { id: 'x', name: 'X', type: 'slider' },
    ];
    conversation.take({ sessionUpdate: 'config_option_update', configOptions: options });
    conversation.take({ sessionUpdate: 'session_info_update', title: 'A title\u202e' });
    conversation.take({
      sessionUpdate: 'usage_update',
      used: 5,
      size: 10,
      cost: { amount: 1, currency: 'EUR' },
    });
    const none = { description: undefined, category: undefined };
    deepEqual(conversation.settings, {
      commands: [{ name: 'web', description: 'Looks', hint: 'what' }],
      modes: { current: 'code', available: [{ value: 'ask', name: 'Ask', description: undefined }] },
      options: [
        {
          kind: 'select',
          id: 'm',
          name: 'Model',
          ...none,
          current: 'a',
          choices: [{ value: 'a', name: 'A', description: undefined }],
        },
        {
          kind: 'select',
          id: 'g',
          name: 'G',
          ...none,
          current: 'b',
          choices: [{ value: 'b', name: 'More: B', description: undefined }],
        },
        { kind: 'boolean', id: 'w', name: 'Web', ...none, current: true },
      ],
      title: 'A title\\u202e',
      usage: { used: 5, size: 10, cost: '1.00 EUR' },
    });
    deepEqual(short(conversation), []);
  });

  const grouped = [{ group: 'g', name: 'More', options: [{ value: 'b', name: 'B' }] }];

  it('marks what is not over as cancelled when the user stops it, and takes what is told afterwards', () => {
    const call = (toolCallId: string, status: string) => ({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'T',
      status,
    });
    const conversation = after(call('a', 'completed'), call('b', 'in_progress'), call('c', 'pending'));
    conversation.cancelled();
    conversation.take({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' });
    conversation.ended('cancelled');
    deepEqual(short(conversation), [
      ['a', 'T', 'completed'],
      ['b', 'T', 'cancelled'],
      ['c', 'T', 'failed'],
      'Stopped.',
    ]);
  });

  it('says why a turn ended, except where the agent was simply at the end', () => {
    const reasons = ['end_turn', 'cancelled', 'refusal', 'max_tokens', 'max_turn_requests', 'else\u001b'];
    deepEqual(
      reasons.map((reason) => turnEndText(reason)?.split(/[.:;]/u)[0]),
      [
        undefined,
        'Stopped',
        'The agent refuses to go on',
        ...Array.from({ length: 3 }, () => 'The agent stopped'),
      ],
    );
    equal(turnEndText('else\u001b'), 'The agent stopped: else\\u001b.');
  });

  it('keeps images of known types only, and nothing that is no base64', () => {
    const image = (mimeType: string, data: string) => ({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', mimeType, data },
    });
    deepEqual(
      short(after(image('image/PNG', 'aa=='), image('image/svg+xml', 'aa=='), image('image/png', 'a) x'))),
      [
        ['agent', { kind: 'image', mimeType: 'image/png', data: 'aa==' }],
        ['agent', { kind: 'left out', what: 'an image of type image/svg+xml' }],
        ['agent', { kind: 'left out', what: 'an image that is malformed' }],
      ],
    );
  });

  it('knows nobody by an id that is longer than ids are', () => {
    const id = (end: string) => ({ messageId: `${'x'.repeat(1025)}${end}` });
    const conversation = after(text('agent_message', 'a', id('1')), text('agent_message', 'b', id('2')));
    deepEqual(short(conversation), [['agent', 'ab']]);
    ok(conversation.weight < 1000);
  });

  it('has choices in groups, but no groups in groups', () => {
    const one = (value: string) => ({ value, name: value });
    const options = [
      one('a'),
      { name: 'G', options: [one('b'), { name: 'H', options: [one('c')] }, one('d')] },
    ];
    const option = { type: 'select', id: 'o', name: 'o', currentValue: 'a', options };
    const { settings } = after({ sessionUpdate: 'config_option_update', configOptions: [option] });
    const [first] = settings.options;
    deepEqual(first?.kind === 'select' && first.choices.map(({ name }) => name), ['a', 'G: b', 'G: d']);
  });

  it('takes a bounded amount of memory: long texts are cut, and the oldest entries go', () => {
    const conversation = new Conversation();
    for (let at = 0; at < 10_000; at += 1) conversation.take(text('agent_message', 'x'.repeat(1000)));
    const [only, ...others] = conversation.entries;
    deepEqual(others, []);
    ok(only?.kind === 'text' && only.isCut && only.text.length === 1024 * 1024);
    for (let at = 0; at < 10_000; at += 1) {
      conversation.take({ sessionUpdate: 'tool_call', toolCallId: `${at}`, title: 'T' });
    }
    equal(conversation.entries.length, 5000);
    equal(conversation.dropped, 5001);
    equal(conversation.tool('0'), undefined);
    const large = 'y'.repeat(1024 * 1024);
    for (let at = 0; at < 100; at += 1)
      conversation.take(text('agent_message', large, { messageId: `${at}` }));
    ok(conversation.entries.reduce((sum, entry) => sum + entryWeight(entry), 0) <= 32 * 1024 * 1024);
  });

  it('passes over whatever is malformed or not known, and goes on', () => {
    const kinds = [
      'agent_message_chunk',
      'user_message_chunk',
      'agent_thought_chunk',
      'tool_call',
      'tool_call_update',
      'plan',
      'available_commands_update',
      'current_mode_update',
      'config_option_update',
      'session_info_update',
      'usage_update',
      'notice',
      'compaction_update',
      'made_up',
    ];
    const fields = [
      'content',
      'toolCallId',
      'title',
      'status',
      'locations',
      'entries',
      'availableCommands',
      'currentModeId',
      'configOptions',
      'used',
      'size',
      'cost',
    ];
    const update = fc
      .tuple(fc.constantFrom(...kinds), fc.dictionary(fc.constantFrom(...fields), fc.anything()))
      .map(([sessionUpdate, rest]) => ({ ...rest, sessionUpdate }));
    fc.assert(
      fc.property(fc.array(update, { maxLength: 15 }), (updates) => {
        const conversation = after(...updates);
        conversation.take(text('agent_message', 'still here', { messageId: 'last' }));
        const last = conversation.entries.at(-1);
        ok(last?.kind === 'text' && last.text.endsWith('still here'));
      }),
      { numRuns: 200 },
    );
  });

  it('tells of every change so that whoever follows has the same entries', () => {
    const step = fc.oneof(
      fc.constantFrom('a', 'b').map((words) => text('agent_message', words)),
      fc.constantFrom('a', 'b').map((words) => text('agent_thought', words)),
      fc
        .tuple(
          fc.constantFrom('t', 'u'),
          fc.constantFrom('pending', 'completed'),
          fc.constantFrom('', '_update'),
        )
        .map(([toolCallId, status, kind]) => ({
          sessionUpdate: `tool_call${kind}`,
          toolCallId,
          status,
          title: kind,
        })),
      fc.constant({ sessionUpdate: 'plan', entries: [{ content: 'p', status: 'pending' }] }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (updates) => {
        const conversation = new Conversation();
        const followed: Entry[] = [];
        conversation.onDidChange((change: ConversationChange) => {
          if (change.kind === 'settings') return;
          const before = followed.findIndex(({ id }) => id === change.entry.id);
          if (before === -1) followed.push(change.entry);
          else if (change.kind === 'grew') {
            const entry = followed[before];
            if (entry?.kind === 'text')
              followed[before] = { ...change.entry, text: entry.text + change.text };
          } else followed[before] = change.entry;
        });
        for (const update of updates) conversation.take(update);
        deepEqual(followed, conversation.entries);
      }),
      { numRuns: 300 },
    );
  });
});
