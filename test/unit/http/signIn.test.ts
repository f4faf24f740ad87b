import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import type { OAuthClient } from '../../../src/core/servers/definition';
import { type BegunSignIn } from '../../../src/node/http/oauth/signInSubject';
import { SignIn, SignIns } from '../../../src/node/http/oauth/signIn';
import { answersInMemory } from '../../../src/node/inputs/answerSecrets';
import { guarded, Internet, issuing, metadataOf, type Answers } from './internet';

const callback = 'vscode://mcp-roots.mcp-roots/signed-in';
const server = 'https://mcp.example';
const issuer = 'https://auth.example';
const url = new URL(`${server}/mcp`);
const far = '93.184.216.34';

/** The server and who signs in for it, both far away; what a test changes of them. */
function internet(
  changed: Readonly<Record<string, unknown>> = {},
  names: Readonly<Record<string, readonly string[]>> = {},
): Internet {
  return new Internet({ 'mcp.example': [far], 'auth.example': [far], ...names })
    .at(server, guarded(url.href, issuer))
    .at(issuer, issuing(metadataOf(issuer, changed)));
}

function signInAt(network: Internet, client: OAuthClient = {}, secrets = answersInMemory(), scope = 'user') {
  return new SignIn({ url, client, scope }, secrets, network);
}

async function begun(own: SignIn): Promise<BegunSignIn> {
  const found = await own.begin(callback);
  ok(found, 'It has to be signed in.');
  return found;
}

const answerTo = ({ state }: BegunSignIn, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ state, code: 'c', ...more });

describe('Signing in: who is trusted with what', function () {
  this.timeout(20_000);
  const posts = ({ asked }: Internet) => asked.filter((each) => each.startsWith('POST'));

  it('gives a code to nobody who passes itself off as another issuer (RFC 8414, section 3.3)', async () => {
    const others = [
      'https://honest.example',
      `${issuer}/tenant`,
      'https://auth.example.evil',
      `${issuer}//`,
      '',
    ];
    for (const claimed of others) {
      const network = internet({ issuer: claimed });
      await rejects(signInAt(network).begin(callback), {
        name: 'UserError',
        message: /^"auth\.example" passes itself off as ".*": nobody is signed in there\./u,
      });
      deepEqual(posts(network), []);
    }
    // Who signs in by itself answers for its whole origin, and for no other (MCP 2025-03-26).
    const byItself = (claimed: string) =>
      signInAt(
        new Internet({ 'mcp.example': [far] }).at(server, issuing(metadataOf(server, { issuer: claimed }))),
      );
    equal((await begun(byItself(`${server}/oauth`))).url.origin, server);
    for (const claimed of ['https://honest.example', 'https://mcp.example.evil', `${server}:8443`, ''])
      await rejects(byItself(claimed).begin(callback), /passes itself off as/u, claimed);
    // The same address of metadata comes of an issuer with and without the slash.
    const network = internet({ issuer: `${issuer}/` });
    equal((await begun(signInAt(network))).url.origin, issuer);
  });

  it('takes an answer only from the issuer that was asked, and one without a name only where none is promised', async () => {
    const promised = { authorization_response_iss_parameter_supported: true };
    const answers: readonly (readonly [object, Readonly<Record<string, string>>, RegExp | undefined])[] = [
      [{}, {}, undefined],
      [{}, { iss: issuer }, undefined],
      [{}, { iss: `${issuer}/` }, /from somebody else/u],
      [{}, { iss: 'https://honest.example' }, /from somebody else/u],
      [promised, { iss: issuer }, undefined],
      [promised, {}, /does not say who it is from, as "https:\/\/auth\.example" promises/u],
      [promised, { error: 'access_denied' }, /does not say who it is from/u],
      [promised, { iss: issuer, error: 'access_denied' }, /was refused: access_denied/u],
    ];
    for (const [changed, more, why] of answers) {
      const network = internet({ ...changed });
      const own = signInAt(network);
      const started = await begun(own);
      const finished = started.finish(answerTo(started, more));
      if (why !== undefined) await rejects(finished, { name: 'UserError', message: why });
      else await finished;
      equal(posts(network).includes(`POST ${issuer}/token`), why === undefined);
      equal(await own.token(), why === undefined ? 'a' : undefined);
    }
    const network = internet(promised);
    const started = await begun(signInAt(network));
    const twice = answerTo(started, { iss: issuer });
    twice.append('iss', 'https://honest.example');
    await rejects(started.finish(twice), /from somebody else/u);
  });

  it('shows where what the browser brings is exchanged, before anything is sent there', async () => {
    const network = internet({ token_endpoint: 'https://tokens.example/token' }, { 'tokens.example': [far] });
    const { url: opened, tokenHost, sendsSecret } = await begun(signInAt(network));
    deepEqual([opened.host, tokenHost, sendsSecret], ['auth.example', 'tokens.example', false]);
    deepEqual(posts(network), [`POST ${issuer}/register`]);
  });

  it('gives a client secret to the issuer that it was entered for, and to no other', async () => {
    const client = { clientId: 'id', clientSecret: 'secret' };
    const secrets = answersInMemory();
    const first = internet();
    const started = await begun(signInAt(first, client, secrets));
    equal(started.sendsSecret, true);
    await started.finish(answerTo(started));

    const moved = () =>
      new Internet({ 'mcp.example': [far], 'other.example': [far] })
        .at(server, guarded(url.href, 'https://other.example'))
        .at('https://other.example', issuing(metadataOf('https://other.example')));
    const second = moved();
    await rejects(signInAt(second, client, secrets).begin(callback), {
      name: 'UserError',
      message:
        /was entered for "https:\/\/auth\.example\/?"; now "https:\/\/other\.example\/?" is to have it/u,
    });
    deepEqual(posts(second), []);

    // Another secret is entered for another issuer; and signing out forgets for whom this one was.
    ok(await begun(signInAt(moved(), { ...client, clientSecret: 'another' }, secrets)));
    await signInAt(first, client, secrets).signOut();
    ok(await begun(signInAt(moved(), client, secrets)));
  });

  it('keeps what was signed in for one scope from definitions of another', async () => {
    const secrets = answersInMemory();
    const signIns = (workspace: string) => new SignIns(secrets, workspace);
    const launch = { kind: 'address', type: 'http', url: url.href, headers: {} } as const;
    const started = await begun(signInAt(internet(), {}, secrets));
    await started.finish(answerTo(started));
    const tokenOf = (scope: Parameters<SignIns['of']>[0]['scope'], workspace = 'w') =>
      signIns(workspace).of({ name: 'one', scope }, launch)?.token();
    equal(await tokenOf({ kind: 'user' }), 'a');
    equal(await tokenOf({ kind: 'user' }, 'another'), 'a');
    equal(await tokenOf({ kind: 'workspace' }), undefined);
    equal(await tokenOf({ kind: 'folder', uri: 'file:///a', name: 'a' }), undefined);

    const inWorkspace = signInAt(internet(), {}, secrets, 'workspace w');
    const again = await begun(inWorkspace);
    await again.finish(answerTo(again));
    equal(await tokenOf({ kind: 'workspace' }), 'a');
    equal(await tokenOf({ kind: 'workspace' }, 'another'), undefined);
    await signInAt(internet(), {}, secrets).signOut();
    equal(await tokenOf({ kind: 'user' }), undefined);
    equal(await tokenOf({ kind: 'workspace' }), 'a');
  });

  it('uses nothing of a sign-in that was kept without a scope, and leaves nothing of it', async () => {
    const secrets = answersInMemory();
    const resource = JSON.stringify([url.href, '']);
    await secrets.store(`signIn ${JSON.stringify([resource])}`, JSON.stringify({ issuer }));
    const kept = { tokens: { access_token: 'old', refresh_token: 'r', token_type: 'bearer' } };
    await secrets.store(`signIn ${JSON.stringify([resource, issuer])}`, JSON.stringify(kept));
    const network = internet();
    const own = signInAt(network, {}, secrets);
    deepEqual([await own.token(), await own.renew(), network.asked], [undefined, false, []]);
    await own.signOut();
    deepEqual(await secrets.keys(), []);
  });

  it('renews where the tokens were given, and asks nobody else', async () => {
    const secrets = answersInMemory();
    const started = await begun(signInAt(internet(), {}, secrets));
    await started.finish(answerTo(started));
    // By now the server names somebody else, and so does who signed in.
    const later = new Internet({ 'mcp.example': [far], 'auth.example': [far], 'evil.example': [far] })
      .at(server, guarded(url.href, 'https://evil.example'))
      .at('https://evil.example', issuing(metadataOf('https://evil.example')))
      .at(
        issuer,
        issuing(metadataOf(issuer, { token_endpoint: 'https://evil.example/token' }), () => ({
          access_token: 'renewed',
        })),
      );
    const own = signInAt(later, {}, secrets);
    deepEqual([await own.renew(), await own.token()], [true, 'renewed']);
    deepEqual(later.asked, [`POST ${issuer}/token`]);

    const redirecting = new Internet({
      'mcp.example': [far],
      'auth.example': [far],
      'evil.example': [far],
    }).at(
      issuer,
      () => new Response(null, { status: 307, headers: { location: 'https://evil.example/token' } }),
    );
    equal(await signInAt(redirecting, {}, secrets).renew(), false);
    deepEqual(redirecting.asked, [`POST ${issuer}/token`]);

    const moved = new Internet({ 'mcp.example': [far], 'auth.example': ['127.0.0.1'] }).at(
      issuer,
      () => ({}),
    );
    equal(await signInAt(moved, {}, secrets).renew(), false);
    deepEqual(moved.asked, []);
  });

  it('forgets tokens that are worthless, and keeps them while nobody can be reached', async () => {
    const secrets = answersInMemory();
    const started = await begun(signInAt(internet(), {}, secrets));
    await started.finish(answerTo(started));
    const failing = (status: number, error: string) =>
      new Internet({ 'mcp.example': [far], 'auth.example': [far] }).at(issuer, () =>
        Response.json({ error }, { status }),
      );
    equal(await signInAt(failing(503, 'temporarily_unavailable'), {}, secrets).renew(), false);
    equal(await signInAt(internet(), {}, secrets).token(), 'a');
    const lost = signInAt(failing(400, 'invalid_grant'), {}, secrets);
    deepEqual([await lost.token(), await lost.renew(), await lost.token()], ['a', false, undefined]);
    equal(await signInAt(internet(), {}, secrets).token(), undefined);
  });

  it('takes no document that is longer than one is', async () => {
    const network = internet().at(issuer, () => new Response('x'.repeat(300 * 1024)));
    await rejects(signInAt(network).begin(callback), /"auth\.example" says more than is taken/u);
  });
});

describe('Signing in: who is asked', function () {
  this.timeout(20_000);

  /** Everything a server could name in its metadata, each with a way to name it. */
  const naming: Readonly<Record<string, (target: string, to: Internet) => Internet>> = {
    'who signs in': (target, to) => to.at(server, guarded(url.href, target)),
    'where to sign in': (target, to) =>
      to.at(issuer, issuing(metadataOf(issuer, { authorization_endpoint: `${target}/authorize` }))),
    'where tokens are': (target, to) =>
      to.at(issuer, issuing(metadataOf(issuer, { token_endpoint: `${target}/token` }))),
    'where to register': (target, to) =>
      to.at(issuer, issuing(metadataOf(issuer, { registration_endpoint: `${target}/register` }))),
  };
  const near: readonly string[] = [
    'http://127.0.0.1:9',
    'http://localhost:9',
    'http://[::1]:9',
    'https://127.0.0.1',
    'https://127.8.9.10',
    'https://2130706433',
    'https://0x7f.1',
    'https://0',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:10.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://localhost.',
    'https://some.localhost',
    'https://loopback.example',
    'https://loopback.example.',
    'https://both.example',
    'https://169.254.169.254',
    'https://metadata.example',
    'https://[fe80::1]',
    'https://[fd00:ec2::254]',
    'https://10.1.2.3',
    'https://192.168.0.1',
    'https://100.64.0.1',
    'https://[fc00::1]',
    'https://intranet.example',
  ];
  const names = {
    'loopback.example': ['127.0.0.1'],
    'loopback.example.': ['127.0.0.1'],
    'both.example': [far, '::1'],
    'metadata.example': ['169.254.169.254'],
    'intranet.example': ['10.1.2.3'],
  };

  for (const [what, name] of Object.entries(naming))
    it(`is nobody of this machine or of its private networks whom a server elsewhere names: ${what}`, async () => {
      for (const target of near) {
        const network = name(target, internet({}, names)).at(target, () => ({}));
        await rejects(signInAt(network).begin(callback), { name: 'UserError' }, target);
        const from = new URL(target).origin;
        deepEqual(
          network.asked.filter((each) => each.includes(from) || each.startsWith('POST')),
          [],
          target,
        );
      }
    });

  it('is nobody of this machine whom a 401 names for the metadata', async () => {
    const inside = 'http://127.0.0.1:9';
    const network = internet().at(inside, guarded(url.href, issuer));
    const own = signInAt(network);
    const challenge = `Bearer resource_metadata="${inside}/.well-known/oauth-protected-resource"`;
    await own.challenged(new Response(null, { status: 401, headers: { 'www-authenticate': challenge } }));
    await rejects(
      own.begin(callback),
      /"127\.0\.0\.1:9" leads to this machine, and whoever names it is farther away/u,
    );
    equal(
      network.asked.some((each) => each.includes(inside)),
      false,
    );
  });

  it('is nobody nearer whom a redirect names', async () => {
    const redirects: Answers = () =>
      new Response(null, { status: 302, headers: { location: 'https://127.0.0.1/' } });
    const network = internet()
      .at(issuer, redirects)
      .at('https://127.0.0.1', () => metadataOf(issuer));
    await rejects(signInAt(network).begin(callback), { name: 'UserError' });
    equal(
      network.asked.some((each) => each.includes('127.0.0.1')),
      false,
    );
  });

  it('is nobody nearer than the farthest address of a server that has several', async () => {
    const inside = 'https://10.0.0.9';
    const challenge = `Bearer resource_metadata="${inside}/.well-known/oauth-protected-resource"`;
    for (const addresses of [
      ['10.0.0.5', far],
      [far, '10.0.0.5'],
    ]) {
      const network = internet({}, { 'mcp.example': addresses }).at(inside, guarded(url.href, issuer));
      const own = signInAt(network);
      await own.challenged(new Response(null, { status: 401, headers: { 'www-authenticate': challenge } }));
      await rejects(own.begin(callback), /leads to a private network, and whoever names it is farther away/u);
      deepEqual(
        network.asked.filter((each) => each.includes(inside)),
        [],
      );
    }
  });

  it('is whoever is at least as far as who named it', async () => {
    const at = async (from: string, to: string, addresses = {}) => {
      const network = new Internet({ 'auth.example': [far], ...addresses })
        .at(from, guarded(`${from}/mcp`, to))
        .at(to, issuing(metadataOf(to)));
      const own = new SignIn(
        { url: new URL(`${from}/mcp`), client: {}, scope: '' },
        answersInMemory(),
        network,
      );
      const found = await own.begin(callback).catch((error: Error) => error.message);
      return typeof found === 'string' ? found.replace(/^"[^"]*" /u, '').slice(0, 24) : found?.url.origin;
    };
    const corporate = { 'mcp.corp': ['10.0.0.5'], 'sso.corp': ['192.168.7.7'] };
    deepEqual(
      [
        await at('http://127.0.0.1:1', 'http://127.0.0.2:2'),
        await at('http://localhost:1', 'https://10.0.0.1'),
        await at('http://localhost:1', issuer),
        await at('https://10.0.0.5', 'https://192.168.0.1'),
        await at('https://mcp.corp', 'https://sso.corp', corporate),
        await at('https://mcp.corp', issuer, corporate),
        await at('https://mcp.corp', 'https://127.0.0.1', corporate),
        await at('https://mcp.corp', 'https://169.254.169.254', corporate),
        // A name with an address far away is far away, whatever else it leads to.
        await at('https://mcp.corp', 'https://sso.corp', { ...corporate, 'mcp.corp': ['10.0.0.5', far] }),
      ],
      [
        'http://127.0.0.2:2',
        'https://10.0.0.1',
        issuer,
        'https://192.168.0.1',
        'https://sso.corp',
        issuer,
        'leads to this machine, a',
        'leads to this link, and ',
        'leads to a private netwo',
      ],
    );
  });

  it('is nobody nearer whom somebody farther away names on the way', async () => {
    // The server is here, who signs in for it is not, and names a service that is here.
    const network = new Internet({ 'auth.example': [far] })
      .at('http://127.0.0.1:1', guarded('http://127.0.0.1:1/mcp', issuer))
      .at(issuer, issuing(metadataOf(issuer, { token_endpoint: 'http://127.0.0.1:9/token' })));
    const subject = { url: new URL('http://127.0.0.1:1/mcp'), client: {}, scope: '' };
    await rejects(new SignIn(subject, answersInMemory(), network).begin(callback), /leads to this machine/u);
  });

  it('is a name that nobody here knows only where the names of the internet are unknown here, as behind a proxy', async () => {
    const proxied = new Internet({ 'intranet.example': ['10.1.2.3'] })
      .at(server, guarded(url.href, issuer))
      .at(issuer, issuing(metadataOf(issuer)));
    equal((await begun(signInAt(proxied))).url.origin, issuer);
    const direct = internet({ token_endpoint: 'https://vault.corp/token' });
    await rejects(signInAt(direct).begin(callback), /The name of vault\.corp is not known/u);
    const near = proxied.at(server, guarded(url.href, 'https://intranet.example'));
    await rejects(signInAt(near).begin(callback), /leads to a private network/u);
  });

  it('is nobody on a network without encryption', async () => {
    for (const target of ['http://auth.example', 'ftp://auth.example']) {
      const network = internet().at(server, guarded(url.href, target));
      await rejects(signInAt(network).begin(callback), (error: Error) => {
        match(error.message, /without encryption: not done/u);
        return true;
      });
    }
  });
});
