import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpTransport } from '../../../src/core/servers/definition';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import type { Host } from '../../../src/node/host/host';
import { SignIn } from '../../../src/node/http/oauth/signIn';
import { answersInMemory } from '../../../src/node/inputs/answerSecrets';
import type { ManagedServer } from '../../../src/node/servers/managedServer';
import { fixtureServer } from '../../unit/process/checkout';
import { openFixtureHost } from '../servers/fixtureHost';
import { Surroundings } from '../../unit/stores/surroundings';
import { Site } from './site';

/** Nobody listens there: the browser of these tests only looks where it is sent. */
const callback = 'http://127.0.0.1:1/callback';

describe('Signing in at a server', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  async function authorization(): Promise<{ readonly url: string; readonly issuer: string }> {
    const child: ChildProcess = spawn(process.execPath, [fixtureServer('authorization.mjs'), callback], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    surroundings.onEnd(() => child.kill('SIGKILL'));
    if (child.stdout === null) throw new Error('It has an output.');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return JSON.parse(line) as { url: string; issuer: string };
  }

  const seen = async (url: string) =>
    (await (await fetch(new URL('/seen', url))).json()) as {
      registered: number;
      grants: readonly string[];
      resources: readonly string[];
    };

  async function serverAt(
    url: string,
    more: Partial<HttpTransport> = {},
    answers = answersInMemory(),
  ): Promise<{ readonly host: Host; readonly server: ManagedServer }> {
    const host = await openFixtureHost(surroundings, undefined, { answers });
    await host.supervisor.servers.configure(
      parseDefinitions({ guarded: { url, ...more } }, { kind: 'user' }),
    );
    const [server] = host.supervisor.servers.all;
    if (server?.prepared === undefined) throw new Error(server?.fault?.why ?? 'There is none.');
    await host.consent.approvals.approve(server.prepared);
    return { host, server };
  }

  async function signIn(of: SignIn): Promise<URL> {
    const begun = await of.begin(callback);
    if (begun === undefined) throw new Error('It has to be signed in.');
    const answer = await browse(begun.url);
    await begun.finish(answer.searchParams);
    return begun.url;
  }

  it('is asked of the user and of nobody else; then the server runs, with a token for it alone', async () => {
    const { url, issuer } = await authorization();
    const { host, server } = await serverAt(url);
    await host.supervisor.servers.start(server);
    const { state } = server;
    ok(state.kind === 'failed' && state.mustSignIn === true, JSON.stringify(state));
    match(state.why, /asks who you are \(HTTP 401\)\. Sign in/u);
    // A start by itself has registered nothing and asked nobody.
    deepEqual(await seen(url), { registered: 0, grants: [], resources: [] });

    const own = await host.supervisor.signInOf(server);
    const opened = await signIn(own);
    equal(opened.origin, issuer);
    deepEqual(
      ['code_challenge_method', 'resource', 'scope', 'redirect_uri'].map((name) =>
        opened.searchParams.get(name),
      ),
      ['S256', url, 'tools', callback],
    );
    await host.supervisor.servers.start(server);
    equal(server.state.kind, 'running', JSON.stringify(server.state));
    equal(typeof (await own.token()), 'string');
    const { registered, grants, resources } = await seen(url);
    deepEqual([registered, grants, [...new Set(resources)]], [1, ['authorization_code'], [url]]);
  });

  it('is not asked again while the token can be renewed, and is when it cannot', async () => {
    const { url } = await authorization();
    const { host, server } = await serverAt(url);
    await host.supervisor.servers.start(server);
    await signIn(await host.supervisor.signInOf(server));
    await host.supervisor.servers.start(server);
    await fetch(new URL('/expire', url), { method: 'POST' });
    deepEqual(await server.client?.listTools(), []);
    deepEqual((await seen(url)).grants, ['authorization_code', 'refresh_token']);

    await fetch(new URL('/expire?refresh', url), { method: 'POST' });
    await server.client?.listTools().catch(() => undefined);
    while (server.state.kind === 'running') await delay(10);
    ok(server.state.kind === 'failed' && server.state.mustSignIn === true, JSON.stringify(server.state));
  });

  it('is forgotten by signing out: the next start is asked to sign in', async () => {
    const { url } = await authorization();
    const { host, server } = await serverAt(url);
    await host.supervisor.servers.start(server);
    const own = await host.supervisor.signInOf(server);
    await signIn(own);
    await own.signOut();
    await host.supervisor.servers.start(server);
    ok(server.state.kind === 'failed' && server.state.mustSignIn === true);
    equal(await own.token(), undefined);
  });

  it('is forgotten by signing out in a window that has not started the server', async () => {
    const { url } = await authorization();
    const secrets = answersInMemory();
    const [before, after] = [await serverAt(url, {}, secrets), await serverAt(url, {}, secrets)];
    await before.host.supervisor.servers.start(before.server);
    await signIn(await before.host.supervisor.signInOf(before.server));
    await before.host.close();
    await (await after.host.supervisor.signInOf(after.server)).signOut();
    deepEqual(await secrets.keys(), []);
  });

  it('is nothing for a server that says in its definition how to be known', async () => {
    const { host, server } = await serverAt('http://127.0.0.1:1/', { headers: { Authorization: 'x' } });
    await rejects(host.supervisor.signInOf(server), /is no server that you sign in at/u);
  });

  it('uses the application that the definition names, and registers none', async () => {
    const { url } = await authorization();
    const oauth = { clientId: 'configured', clientSecret: 'secret' };
    const { host, server } = await serverAt(url, { oauth });
    await host.supervisor.servers.start(server);
    await signIn(await host.supervisor.signInOf(server));
    await host.supervisor.servers.start(server);
    equal(server.state.kind, 'running', JSON.stringify(server.state));
    equal((await seen(url)).registered, 0);
  });

  it('is kept by issuer and server: one server gets no token of another', async () => {
    const [one, other] = await Promise.all([authorization(), authorization()]);
    const secrets = answersInMemory();
    const at = ({ url }: { url: string }) =>
      new SignIn({ url: new URL(url), client: {}, scope: 'user' }, secrets);
    await signIn(at(one));
    const token = await at(one).token();
    equal(typeof token, 'string');
    equal(await at(other).token(), undefined);
    await signIn(at(other));
    notEqual(await at(other).token(), token);
    equal(await at(one).token(), token);
    const names = await secrets.keys();
    equal(names.filter((name) => name.includes(one.issuer) && name.includes(one.url)).length, 1);
  });

  it('takes no answer that belongs to another sign-in, is from somebody else, or is a refusal', async () => {
    const { url, issuer } = await authorization();
    const own = new SignIn({ url: new URL(url), client: {}, scope: 'user' }, answersInMemory());
    const begun = await own.begin(callback);
    if (begun === undefined) throw new Error('It has to be signed in.');
    const answers: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ code: 'c', state: 'another' }, /belongs to another sign-in/u],
      [{ code: 'c' }, /belongs to another sign-in/u],
      [{ code: 'c', state: begun.state, iss: 'https://evil.example' }, /from somebody else/u],
      [
        { state: begun.state, iss: issuer, error: 'access_denied', error_description: 'No\u202e!' },
        /refused: No\\u202e!/u,
      ],
      [{ state: begun.state }, /no authorization code/u],
    ];
    for (const [answer, why] of answers)
      await rejects(begun.finish(new URLSearchParams(answer)), { name: 'UserError', message: why });
    equal(await own.token(), undefined);
  });

  it('says so where nobody can be signed in', async () => {
    const site = await Site.open(() => {});
    await site.close();
    const own = new SignIn({ url: new URL(site.url), client: {}, scope: 'user' }, answersInMemory());
    await rejects(own.begin(callback), {
      name: 'UserError',
      message: /^Signing in at "127\.0\.0\.1:\d+" did not work\. Nothing listens at 127\.0\.0\.1:\d+\./u,
    });
  });

  it('is not offered where the definition itself says how to be known', async () => {
    const { url } = await authorization();
    const { host, server } = await serverAt(url, { headers: { Authorization: 'Bearer wrong' } });
    await host.supervisor.servers.start(server);
    ok(server.state.kind === 'failed' && server.state.mustSignIn === undefined);
  });
});

/** Follows a sign-in as a browser does, to the answer. */
async function browse(from: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let url = from; ;) {
    if (url.href.startsWith(callback)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split(/=(.*)/su);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
}
