import { deepEqual } from 'node:assert/strict';
import { promptMessagesOf, promptOf } from '../../../src/core/features/prompt';
import { promptLines, promptText } from '../../../src/core/features/promptText';

describe('the messages of a prompt', () => {
  const text = (role: string, said: string) => ({ role, content: { type: 'text', text: said } });

  it('are shown with who says them, everything visible (rule 9)', () => {
    const image = { role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'AAAA' } };
    const { lines, parts } = promptLines(
      promptMessagesOf({ messages: [text('assistant', 'Hello\u202e'), text('system', 'a\nb'), image] }),
    );
    deepEqual(lines, [
      'Assistant:',
      'Hello\\u202e',
      '',
      'User:',
      'a',
      'b',
      '',
      'User:',
      'Image, image/png, 3 bytes',
    ]);
    deepEqual(
      parts.map(({ line }) => line),
      [8],
    );
  });

  it('are sent as they are shown, and who says them is left out where it is always the user', () => {
    deepEqual(
      promptText(promptMessagesOf({ messages: [text('user', 'a\u0007'), text('user', 'b')] })),
      'a\\u0007\n\nb',
    );
    deepEqual(
      promptText(promptMessagesOf({ messages: [text('user', 'a'), text('assistant', 'b')] })),
      'User:\na\n\nAssistant:\nb',
    );
  });

  it('are none in what is no answer (rule 9)', () => {
    for (const said of [undefined, {}, { messages: 'x' }, { messages: [] }]) {
      deepEqual(promptLines(promptMessagesOf(said)).lines, ['The prompt makes no message.']);
    }
  });
});

describe('promptOf', () => {
  it('keeps what is well formed beside what is not (rule 9)', () => {
    const args = [null, { name: 1 }, { name: 'a', required: 'yes' }, { name: 'b', required: true }];
    deepEqual(promptOf({ name: 'p', title: 7, arguments: args }), {
      name: 'p',
      title: undefined,
      description: undefined,
      arguments: [
        { name: 'a', description: undefined, isRequired: false },
        { name: 'b', description: undefined, isRequired: true },
      ],
    });
    deepEqual(promptOf({ title: 'no name' }), undefined);
  });
});
