import { faultsIn } from '../fault';

/** What a peer at an address can make us hold, and what it could make us throw (rules 9 and 15). */
export const httpFaults = [
  ...faultsIn(
    'node/stdio/heldBytes.ts',
    [
      {
        breaks: 'no more is held of a message than its limit',
        is: '    if (length > this.#limit) return false;\n',
        becomes: '',
      },
      {
        breaks: 'no more is held of one peer than there is room for',
        is: '    if (this.#held + bytes > this.#size) return false;\n',
        becomes: '',
      },
      {
        breaks: 'what is let go of leaves its room to others',
        is: '    this.#room?.giveBack(this.#buffer.length);\n',
        becomes: '',
      },
      {
        breaks: 'the bytes of whoever said the first piece stay as they are',
        is: '    if (length > this.#buffer.length) {',
        becomes: '    if (length > this.#buffer.buffer.byteLength) {',
      },
    ],
    ['stdio/heldBytes'],
  ),
  ...faultsIn(
    'node/http/eventLines.ts',
    [
      {
        breaks: 'what the data of an event hold counts',
        is: 'new HeldBytes(limit, room)',
        becomes: 'new HeldBytes(Infinity)',
      },
      {
        breaks: 'an event that is too long is not given in part',
        is: '    this.#isTooLong = true;\n',
        becomes: '',
      },
      {
        breaks: 'a stream of events may begin with a byte order mark',
        is: 'isFirst ? withoutByteOrderMark(line.bytes) : line.bytes',
        becomes: 'line.bytes',
      },
      {
        breaks: 'a byte order mark is passed over at the start only',
        is: '    this.#isAtStart = false;\n',
        becomes: '',
      },
    ],
    ['http/eventLines'],
  ),
  ...faultsIn(
    'node/http/body.ts',
    [
      {
        breaks: 'what an answer holds counts against the room of its server',
        is: 'new HeldBytes(limit, room)',
        becomes: 'new HeldBytes(limit)',
      },
    ],
    ['http/heldOfServers'],
  ),
  ...faultsIn(
    'node/http/inboundQueue.ts',
    [
      {
        breaks: 'what waits while a session is paused counts against its room',
        is: '    this.#room.hold(bytes);\n',
        becomes: '',
      },
      {
        breaks: 'nothing is thrown where the bytes arrive',
        is: '      this.#hearer.failed(error);\n',
        becomes: '      throw error;\n',
      },
    ],
    ['http/heldOfServers', 'http/inboundQueue'],
  ),
  ...faultsIn(
    'node/http/httpServerEnd.ts',
    [
      {
        breaks: 'one server takes so many connections and no more',
        is: 'this.#exchanges >= mostExchanges',
        becomes: 'this.#exchanges >= 10 * mostExchanges',
      },
      {
        breaks: 'there is one stream, however many messages wait for it',
        is: 'this.#opening ??= SseWire',
        becomes: 'this.#opening = SseWire',
      },
      {
        breaks: 'nothing is thrown where a request stays without an answer',
        is: 'this.#tell(() => this.#unanswered.fire({ id, why }))',
        becomes: 'this.#unanswered.fire({ id, why })',
      },
    ],
    ['http/heldOfServers'],
  ),
  ...faultsIn(
    'node/http/streamableWire.ts',
    [
      {
        breaks: 'there is one stream, however often a session is initialised',
        is: '(this.#listening ??= this.#listen())',
        becomes: 'this.#listen()',
      },
    ],
    ['http/heldOfServers'],
  ),
  ...faultsIn(
    'node/http/streamableWire.ts',
    [
      {
        breaks: 'an answer whose rest is refused is not asked for again',
        is: "    throw new HttpFailure('refused', refusedRestText(this.#parts.host, response.status));\n",
        becomes: '    return response;\n',
      },
      {
        breaks: 'attempts at the rest of an answer that failed count in a row only',
        is: 'failures = response === undefined ? failures + 1 : 0;',
        becomes: 'failures = response === undefined ? failures + 1 : failures;',
      },
      {
        breaks: 'an answer whose rest is asked for too often is asked for again',
        is: '    if (response.status === tooManyRequests) return undefined;\n',
        becomes: '',
      },
      {
        breaks: 'an answer whose rest cannot be had without the user is not asked for again',
        is: "error.kind !== 'no connection') throw error;",
        becomes: "error.kind === 'session over') throw error;",
      },
    ],
    ['http/resuming'],
  ),
  ...faultsIn(
    'node/http/socketFetch.ts',
    [
      {
        breaks: 'no answer at a socket is thrown where nobody catches it',
        is: '        } catch {\n',
        becomes: '        } catch (error) {\n          throw error;\n',
      },
      {
        breaks: 'interim answers come to an end',
        is: 'interim > mostInterim',
        becomes: 'interim > 10 * mostInterim',
      },
    ],
    ['http/rawAnswers'],
  ),
  ...faultsIn(
    'node/stdio/cappedLines.ts',
    [
      {
        breaks: 'a line that cannot be written out ends nothing but itself',
        is: "    return '(something that cannot be shown)';\n",
        becomes: "    throw new Error('It cannot be shown.');\n",
      },
    ],
    ['stdio/cappedLines'],
  ),
  ...faultsIn(
    'node/stdio/skippedLine.ts',
    [
      {
        breaks: 'of a line that is skipped, only what tells what it is is kept',
        is: 'if (telling.has(this.#key)) ',
        becomes: '',
      },
    ],
    ['stdio/skippedLine'],
  ),
  ...faultsIn(
    'node/http/oauth/issuer.ts',
    [
      {
        breaks: 'nobody signs in for an issuer whose metadata did not come from its address',
        is: 'if (!isBoth && !isSameIssuer(said.issuer, url))',
        becomes: 'if (false)',
      },
      {
        breaks: 'who signs in for another server has the name of its whole address',
        is: 'resourceMetadata === undefined && isOfOrigin(said.issuer, url)',
        becomes: 'isOfOrigin(said.issuer, url)',
      },
      {
        breaks: 'who signs in by itself names nobody of another origin',
        is: 'resourceMetadata === undefined && isOfOrigin(said.issuer, url)',
        becomes: 'resourceMetadata === undefined',
      },
      {
        breaks: 'an answer of the browser is taken only from the issuer that was asked',
        is: 'from.some((each) => each !== id)',
        becomes: 'from.length > 1 && from.every((each) => each !== id)',
      },
      {
        breaks: 'an answer without the name of its issuer is not taken where one is promised',
        is: 'namesItself && from.length === 0',
        becomes: 'false',
      },
    ],
    ['http/signIn'],
  ),
  ...faultsIn(
    'node/http/oauth/oauthFlow.ts',
    [
      {
        breaks: 'nothing is registered where it was refused to ask on the way',
        is: '    if (this.#reach.refusal !== undefined) throw this.#reach.refusal;\n',
        becomes: '',
      },
      {
        breaks: 'everything that metadata name is looked at before any of it is used',
        is: '[issuer.authorization, issuer.token, issuer.registration]',
        becomes: '[issuer.authorization, issuer.registration]',
      },
      {
        breaks: 'a client secret goes to the issuer for which it was entered',
        is: '    await this.#checkSecret(state.authorizationServerUrl);\n',
        becomes: '',
      },
      {
        breaks: 'nobody is signed in any more whose tokens turned out to be worthless',
        is: '    if (isWorthless) await store.forget();\n',
        becomes: '',
      },
      {
        breaks: 'tokens are renewed where they were given, and nobody else is asked',
        is: 'fetchFn: new SignInReach(url, network, new URL(endpoint.url)).fetch,',
        becomes: 'fetchFn: (to, init) => network.fetch(new URL(to), init ?? {}),',
      },
    ],
    ['http/signIn'],
  ),
  ...faultsIn(
    'node/http/oauth/signInReach.ts',
    [
      {
        breaks: 'nobody is asked who is nearer than whoever names it',
        is: 'nearest !== undefined && isNearer(nearest,',
        becomes: 'nearest === undefined && isNearer(nearest ?? source,',
      },
      {
        breaks: 'a name leads to the nearest of its addresses',
        is: 'const [nearest] = zones;',
        becomes: 'const nearest = farthestOf(zones);',
      },
      {
        breaks: 'a server is as far as the farthest of its addresses',
        is: 'this.#zonesOf(this.#server).then(farthestOf)',
        becomes: 'this.#zonesOf(this.#server).then(([first]) => first)',
      },
      {
        breaks: 'what was heard from farther away names nobody nearer',
        is: '    if (response.ok) await this.#heardFrom(zone);\n',
        becomes: '',
      },
      {
        breaks: 'a document is no longer than one is',
        is: 'readBody(response, longestDocument)',
        becomes: 'readBody(response, Infinity)',
      },
    ],
    ['http/signIn'],
  ),
  ...faultsIn(
    'node/http/oauth/zone.ts',
    [
      {
        breaks: 'an address of IPv4 leads to the same place when it stands in one of IPv6',
        is: "for (const before of ['::', '64:ff9b::'])",
        becomes: "for (const before of ['::'])",
      },
      { breaks: 'the unspecified address is this machine', is: "    ['0.0.0.0', 8],\n", becomes: '' },
    ],
    ['http/zone'],
  ),
  ...faultsIn(
    'node/http/oauth/keptSignIn.ts',
    [
      {
        breaks: 'a sign-in of one scope is not used by another',
        is: 'JSON.stringify([...resource, scope])',
        becomes: 'JSON.stringify([...resource])',
      },
      {
        breaks: 'another client secret is entered for another issuer',
        is: 'bound?.digest === digestOf(secret) ? bound.issuer : undefined',
        becomes: 'bound?.issuer',
      },
    ],
    ['http/signIn'],
  ),
];
