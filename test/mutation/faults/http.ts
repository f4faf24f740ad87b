import { faultsIn } from '../fault';

/** What a peer at an address can make us hold, and what it could make us throw (design rules 9 and 15). */
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
    'node/http/arrivals.ts',
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
    ['http/heldOfServers', 'http/arrivals'],
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
];
