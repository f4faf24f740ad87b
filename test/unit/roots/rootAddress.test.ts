import { deepEqual, equal } from 'node:assert/strict';
import { addressName, schemeOf, wrongAddress } from '../../../src/core/roots/rootAddress';

const api = 'https://api.example.com/v1?x=1#y';

describe('The address of a root that is no folder', () => {
  it('has a name that people know it by', () => {
    deepEqual(['https://api.example.com/v1/', 'https://u@h:8/a?b#c', 'urn:isbn:1', 'x://'].map(addressName), [
      'api.example.com/v1',
      'h:8/a',
      'isbn:1',
      'x://',
    ]);
    equal(schemeOf('HTTPS://a'), 'https');
  });

  it('is whole, no folder, and carries no password', () => {
    const whole = 'Write a whole address, such as https://api.example.com/v1.';
    const cases = [
      api,
      'urn:a:b',
      'api.example.com',
      '/v1',
      'https://a b',
      'https://',
      'file:///w',
      'https://u:p@a/',
    ];
    deepEqual(cases.map(wrongAddress), [
      undefined,
      undefined,
      whole,
      whole,
      whole,
      whole,
      'Add a folder with "Add Folder as Root".',
      'Leave user name and password out: whoever may see the address would be told them.',
    ]);
  });
});
