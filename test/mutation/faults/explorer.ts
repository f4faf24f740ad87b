import { faultsIn } from '../fault';

/** What the bundled server knows of its client's roots, and when it answers. */
export const explorerFaults = [
  ...faultsIn(
    'explorer/roots/clientRoots.ts',
    [
      {
        breaks: 'a client that cannot announce changes is asked before each call',
        is: "else if (kind === 'known' && !this.#announces) this.#ask();",
        becomes: '',
      },
      {
        breaks: 'one failed answer is not for good',
        is: 'if (this.#asking === undefined) this.#ask();',
        becomes: '',
      },
      {
        breaks: 'a check that gets no list takes nothing away',
        is: "if (state.kind === 'known' || !isCheck) this.#settle(state);",
        becomes: 'this.#settle(state);',
      },
      {
        breaks: 'a directory that comes later is asked about',
        is: "else if (this.#state.kind === 'known') await this.#check(this.#state);",
        becomes: '',
      },
    ],
    ['explorer/roots'],
  ),
  ...faultsIn(
    'explorer/roots/rootsOnDisk.ts',
    [
      {
        breaks: 'only what can be read now is listed',
        is: 'roots: roots.filter((_, i) => faults[i] === undefined)',
        becomes: 'roots',
      },
    ],
    ['explorer/roots'],
  ),
  ...faultsIn(
    'explorer/files/textSearch.ts',
    [
      {
        breaks: 'a file that has grown is read to its end',
        is: 'if (bytesRead === 0 || length === size ||',
        becomes: 'if (bytesRead === 0 || length >= size ||',
      },
      {
        breaks: 'a file that comes in pieces is read to its end',
        is: 'if (bytesRead === 0 || length === size ||',
        becomes: 'if (length !== buffer.length ||',
      },
      {
        breaks: 'a file that has grown too large is not given in part',
        is: "  if (content.length > largestFile) return 'too large';\n",
        becomes: '',
      },
    ],
    ['explorer/textSearch'],
  ),
  ...faultsIn(
    'explorer/protocol/stdioTransport.ts',
    [
      {
        breaks: 'nothing but ping is answered before initialize',
        is: "isFirst || isPing ? undefined : 'This session is not initialized yet.'",
        becomes: 'undefined',
      },
      {
        breaks: 'a session is initialized once',
        is: "isFirst ? 'This session is initialized already.' : undefined",
        becomes: 'undefined',
      },
      {
        breaks: 'wrong parameters are answered with -32602, without what a validator prints',
        is: 'if (wrong !== undefined &&',
        becomes: "if (wrong === '' &&",
      },
    ],
    ['explorer/wire'],
  ),
];
