import { equal } from 'node:assert/strict';
import { parseSamplingRequest } from '../../../src/core/sampling/samplingRequest';
import { holdsSecret, requestHoldsSecret } from '../../../src/core/sampling/secretsIn';

const token = ['ghp', 'Zk3vQ8rT1mN6pX9sB2wL5yC7dF4hJ0gA'].join('_');

describe('What looks like a secret in a text', () => {
  for (const [what, text] of Object.entries({
    'a token of an issuer': `Use ${token} for it.`,
    'a token in quotes': `{"value":"${token}"}`,
    'an assignment': 'export DB_PASSWORD=hunter2!x',
    'a field of JSON': '{"apiKey": "q8w7e6r5"}',
    'a header': 'Authorization: Bearer abc123def456',
    'a login in an address': 'see https://me:hunter2@example.com/x for more',
    'a private key': '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n',
    'a value without order behind a name': `x=${token.slice(4)}`,
  })) {
    it(`is found: ${what}`, () => equal(holdsSecret(text), true));
  }

  for (const [what, text] of Object.entries({
    'words about secrets': 'The password field takes a string; the token is checked by the server.',
    'a type': 'interface User { password: string; apiKey: string; isToken: boolean }',
    'code without any': 'const total = items.reduce((sum, each) => sum + each.price, 0);',
    'a path': 'src/core/sampling/requestDraft.ts and /home/me/projects/my-application/README.md',
    nothing: '',
  })) {
    it(`is not seen in ${what}`, () => equal(holdsSecret(text), false));
  }

  it('is looked for in everything of a request that goes to the model', () => {
    const request = (more: object) =>
      parseSamplingRequest({
        messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
        maxTokens: 5,
        ...more,
      });
    const said = (text: string) => [{ role: 'assistant', content: [{ type: 'text', text }] }];
    equal(requestHoldsSecret(request({})), false);
    equal(requestHoldsSecret(request({ systemPrompt: token })), true);
    equal(requestHoldsSecret(request({ messages: said(token) })), true);
    equal(requestHoldsSecret(request({ stopSequences: [token] })), true);
  });
});
