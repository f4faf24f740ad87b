import { deepEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationTarget, workspace } from 'vscode';
import { requesterFor } from '../../src/node/http/requester';

const url = new URL('http://mcp.example.test/mcp');

async function setProxy(proxy: string | undefined): Promise<void> {
  await workspace.getConfiguration('http').update('proxy', proxy, ConfigurationTarget.Global);
}

describe('a server at an address', () => {
  const asked: string[] = [];
  let proxy: Server;

  before(async () => {
    proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end('by the proxy');
    });
    // Whoever wants a tunnel gets none: it is enough to see where it was to lead.
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });

  after(async () => {
    await setProxy(undefined);
    proxy.closeAllConnections();
    proxy.close();
  });

  it('is spoken to through the proxy of VS Code', async () => {
    await setProxy(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const exchange = requesterFor({ kind: 'network', url }, {});
    const request = { method: 'GET', url, headers: {}, signal: AbortSignal.timeout(20_000) } as const;
    // Some versions ask a proxy for a tunnel in any case, others for the page itself: both lead there.
    await exchange(request).catch(() => undefined);
    deepEqual(
      asked.map((line) => line.replace(/^(CONNECT |GET http:\/\/)([^:/]+).*$/, '$2')),
      ['mcp.example.test'],
    );
  });
});
