import { deepEqual, equal, throws } from 'node:assert/strict';
import { draftOf, requestOf } from '../../../src/core/sampling/requestDraft';
import { parseSamplingRequest } from '../../../src/core/sampling/samplingRequest';

describe('A sampling request as text', () => {
  const request = parseSamplingRequest({
    messages: [
      { role: 'user', content: { type: 'text', text: 'Hide\u202e this\nand that // not a note' } },
      { role: 'assistant', content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
      { role: 'user', content: { type: 'audio', data: 'BBBBBBBB', mimeType: 'audio/wav' } },
    ],
    systemPrompt: 'Be brief.',
    modelPreferences: { hints: [{ name: 'claude' }, {}], costPriority: 0.5 },
    includeContext: 'thisServer',
    temperature: 0.3,
    maxTokens: 100,
    stopSequences: ['END'],
    metadata: { '#1, ': { data: 'mine' } },
  });
  const notes = ['“git” asks.', 'Save to go on.'];

  it('reads back as the very same request', () => {
    deepEqual(requestOf(draftOf(request, notes), request), request);
    deepEqual(requestOf(draftOf(request, []), request), request);
  });

  it('shows everything, the data of media only by number and size, and nothing unseen', () => {
    const draft = draftOf(request, notes);
    equal(
      draft.split('\n').slice(0, 12).join('\n'),
      `// “git” asks.
// Save to go on.
{
  "systemPrompt": "Be brief.",
  "messages": [
    {
      "role": "user",
      "content": [
        {
          "type": "text",
          "text": "Hide\\u202e this\\nand that // not a note"
        }`,
    );
    deepEqual(
      ['#1, 3 bytes, sent as', '#2, 6 bytes, sent as', '"AAAA"', '\u202e'].map((each) =>
        draft.includes(each),
      ),
      [true, true, false, false],
    );
  });

  it('takes what was edited', () => {
    const edited = draftOf(request, notes)
      .replace('Be brief.', 'Be long.')
      .replace('"maxTokens": 100', '"maxTokens": 7');
    deepEqual(requestOf(edited, request), { ...request, systemPrompt: 'Be long.', maxTokens: 7 });
  });

  it('says what is wrong with what was edited', () => {
    const draft = draftOf(request, notes);
    throws(() => requestOf(draft.replace('{', ''), request), {
      name: 'UserError',
      message: 'What you edited is not JSON any more. Fix it, or reject the request.',
    });
    throws(() => requestOf(draft.replace('"maxTokens": 100', '"maxTokens": -1'), request), {
      name: 'UserError',
      message: /malformed at "maxTokens"/,
    });
    throws(() => requestOf(draft.replace('#2, ', '#3, '), request), { name: 'UserError' });
  });
});
