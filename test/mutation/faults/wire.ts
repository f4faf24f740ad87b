import { faultsIn } from '../fault';

/** What other clients and their servers may say to each other through this side. */
export const wireFaults = [
  ...faultsIn(
    'core/session/outsideText.ts',
    [
      {
        breaks: 'another client reads of what kind a reason is, and nothing else',
        is: "return reader === 'the user' ? (why.inside as ClientText) : outsideText(why.outside);",
        becomes: 'return why.inside as ClientText;',
      },
      {
        breaks: 'the user reads the reason',
        is: "return reader === 'the user' ? (why.inside as ClientText) : outsideText(why.outside);",
        becomes: 'return outsideText(why.outside);',
      },
    ],
    ['session/outsideText', 'session/rootsSession'],
  ),
  ...faultsIn(
    'core/session/clientWords.ts',
    [
      {
        breaks: 'who is not known to be the user reads fixed sentences',
        is: "reader: Reader = 'another client'",
        becomes: "reader: Reader = 'the user'",
      },
    ],
    ['session/outsideText'],
  ),
  ...faultsIn(
    'core/session/carelessKeys.ts',
    [
      {
        breaks: 'letter case makes no other key',
        is: 'this.#exact.get(key.toLowerCase())',
        becomes: 'this.#exact.get(key)',
      },
      {
        breaks: 'the long s and the Kelvin sign make no other key',
        is: '.toUpperCase().toLowerCase()',
        becomes: '',
      },
      {
        breaks: 'the dotted I makes no other key',
        is: ".replaceAll('\\u0130', 'i')",
        becomes: '',
      },
      { breaks: 'NUL makes no other key', is: ".replace(unseen, '')", becomes: '' },
      {
        breaks: 'what stands before NUL is a key for some',
        is: "    return this.#exact.get(careless(key.slice(0, key.indexOf('\\0'))));\n",
        becomes: '    return undefined;\n',
      },
    ],
    ['session/carelessKeys'],
  ),
  ...faultsIn(
    'node/json/sketch.ts',
    [
      {
        breaks: 'a member that stands twice is in doubt',
        is: ' || key in found) {',
        becomes: ') {',
      },
      {
        breaks: 'a key that some take for a judged one leaves that in doubt',
        is: 'if (meant !== undefined) doubtful.add(placeOf(meant));',
        becomes: 'if (meant === key) doubtful.add(placeOf(meant));',
      },
    ],
    ['session/byteMessages'],
  ),
  ...faultsIn(
    'node/session/byteMessages.ts',
    [
      {
        breaks: 'what readers understand differently does not pass',
        is: '  if (doubtful.size > 0) return unclear(value, envelope, doubtful, text);\n',
        becomes: '',
      },
      {
        breaks: 'nobody is answered under an id that is in doubt',
        is: "doubtful.has('id') || ",
        becomes: '',
      },
    ],
    ['session/byteMessages'],
  ),
  ...faultsIn(
    'node/session/parsedMessages.ts',
    [
      {
        breaks: 'a notification gets no id',
        is: "(envelopeOf(message)?.kind === 'notification' ? message : { ...message, id })",
        becomes: '({ ...message, id })',
      },
      {
        breaks: 'a request that wants no progress is given no token',
        is: "!isRecord(meta) || !Object.hasOwn(meta, 'progressToken')",
        becomes: '!isRecord(meta)',
      },
    ],
    ['session/parsedMessages'],
  ),
];
