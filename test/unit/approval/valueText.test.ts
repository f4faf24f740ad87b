import { deepEqual } from 'node:assert/strict';
import { valueText } from '../../../src/core/approval/valueText';

const hidden = '(looks like a secret: not shown)';

describe('The value of a variable, for whoever approves it', () => {
  const shown: readonly (readonly [name: string, value: string, written?: string])[] = [
    ['npm_config_registry', 'http://evil.example/'],
    ['NODE_OPTIONS', '--require=/work/web/.x.js --max-old-space-size=200'],
    ['DOTNET_STARTUP_HOOKS', '/repo/x.dll'],
    ['PATH', '/repo/bin:/usr/local/bin:/usr/bin'],
    ['NODE_ENV', 'production'],
    ['LEVEL', 'debug', '${env:LOG_LEVEL}'],
    ['EMPTY', ''],
  ];
  for (const [name, value, written] of shown) {
    it(`is shown of ${name}`, () => deepEqual(valueText(name, value, written), value));
  }

  const secret: readonly (readonly [name: string, value: string, written?: string])[] = [
    ['GITHUB_TOKEN', 'plain'],
    ['npm_config_//registry.example/:_authToken', 'plain'],
    ['WHAT', 'plain', 'a ${env:API_KEY} b'],
    ['WHAT', 'plain', '${env:LEVEL} ${env:DB_PASSWORD}'],
    ['WHAT', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'],
    ['WHAT', '--header ghp_0123456789abcdefghijABCDEFGHIJ012345'],
    ['WHAT', 'https://h.example/x?token=hunter2&a=b'],
    ['WHAT', '{"apiKey": "hunter2"}'],
    ['GIT_CONFIG_VALUE_0', 'Authorization: hunter2'],
    ['NODE_OPTIONS', '--require=x --password=hunter2'],
    ['WHAT', '-----BEGIN PRIVATE KEY-----\nabc'],
  ];
  for (const [name, value, written] of secret) {
    it(`is hidden of ${name}: ${value.slice(0, 20)}`, () =>
      deepEqual(valueText(name, value, written), hidden));
  }

  it('is not shown when nobody could read it, and takes no time', () => {
    deepEqual(valueText('WHAT', 'a='.repeat(500_000)), '(too long to be shown)');
  });

  it('is shown without who signs in, so that the host is seen', () => {
    deepEqual(
      valueText('HTTPS_PROXY', 'http://me:hunter2@evil.example:3128, https://tok@b.example'),
      'http://…@evil.example:3128, https://…@b.example',
    );
  });
});
