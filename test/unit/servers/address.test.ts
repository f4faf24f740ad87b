import { deepEqual } from 'node:assert/strict';
import { addressStaysHere, addressText, parseAddress } from '../../../src/core/servers/address';

describe('The address of a server', () => {
  const cases: readonly (readonly [text: string, kind: string, ...what: readonly string[]])[] = [
    ['https://a.example/mcp?key=1#x', 'network', 'https://a.example/mcp?key=1'],
    ['HTTP://A.example', 'network', 'http://a.example/'],
    ['unix:///run/a%20b.sock#/mcp/x?y=1', 'socket', 'http://localhost/mcp/x?y=1', '/run/a b.sock'],
    ['unix:///run/a.sock', 'socket', 'http://localhost/', '/run/a.sock'],
    ['unix:///run/a.sock#mcp', 'socket', 'http://localhost/mcp', '/run/a.sock'],
    ['pipe:///pipe/name#/mcp', 'socket', 'http://localhost/mcp', String.raw`\\.\pipe\name`],
    ['unix:///a#//evil.example/x', 'wrong', 'Behind the "#" of the address there must be a path.'],
    ['unix:///', 'wrong', 'The address names no socket.'],
    ['unix:///%ff', 'wrong', 'The address names no socket.'],
    ['ftp://a.example/', 'wrong', 'The address must begin with http://, https://, unix:/// or pipe:///.'],
    ['http://', 'wrong', 'The address must begin with http://, https://, unix:/// or pipe:///.'],
  ];
  for (const [text, ...expected] of cases) {
    it(`is read: ${text}`, () => {
      const address = parseAddress(text);
      const what =
        address.kind === 'wrong'
          ? [address.why]
          : [address.url.href, ...(address.kind === 'socket' ? [address.socketPath] : [])];
      deepEqual([address.kind, ...what], expected);
    });
  }

  it('stays on this machine only where that is certain', () => {
    const here = [
      'http://localhost:1',
      'https://127.0.0.1',
      'http://127.9.9.9',
      'http://[::1]:1',
      'unix:///a',
    ];
    const elsewhere = [
      'https://a.example',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'http://0.0.0.0',
      'http://192.168.0.1',
      'http://[::ffff:192.168.0.1]',
      'nothing',
    ];
    deepEqual(
      here.filter((each) => !addressStaysHere(each)),
      [],
    );
    deepEqual(elsewhere.filter(addressStaysHere), []);
  });

  it('is shown without its query, which can hold a secret', () => {
    deepEqual(addressText('https://a.example/mcp?key=secret'), 'https://a.example/mcp');
    deepEqual(addressText('unix:///run/a.sock#/mcp?key=secret'), 'unix:///run/a.sock#/mcp');
  });
});
