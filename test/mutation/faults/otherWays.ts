import { faultsIn } from '../fault';

/** Other ways than `roots/list` by which folders reach a server, and what else a server may (rules 1, 2, 7). */
export const otherWaysFaults = [
  ...faultsIn(
    'core/servers/placeholders.ts',
    [
      {
        breaks: 'no folder decides what runs',
        is: 'if (!fields.has(field)) return',
        becomes: "if (field === 'cwd') return",
      },
      {
        breaks: 'no other folder stands for one that is not exposed',
        is: 'roots.find(({ name }) => name === placeholder.name);',
        becomes: 'roots.find(({ name }) => name === placeholder.name) ?? roots[0];',
      },
      {
        breaks: 'a folder is put in by its whole name',
        is: 'name === placeholder.name',
        becomes: 'name.startsWith(placeholder.name)',
      },
      {
        breaks: 'a definition that names no folder is told of none',
        is: 'roots.declare || placesRoots(transport)',
        becomes: 'roots.declare || lateVariables(transport).length > 0',
      },
      {
        breaks: 'a launch without a folder that was taken away is another launch',
        is: 'placed(placeholder, roots)?.map(({ folder }) => folder);',
        becomes: 'placed(placeholder, roots)?.slice(0, 1).map(({ folder }) => folder);',
      },
      {
        breaks: 'every folder of a launch counts as told',
        is: 'placed(placeholder, roots) ?? []',
        becomes: 'placed(placeholder, roots)?.slice(0, 1) ?? []',
      },
    ],
    ['servers/placeholders'],
  ),
  ...faultsIn(
    'core/features/serverSwitches.ts',
    [
      {
        breaks: 'what cannot be read is off',
        is: "latest === 'unreadable' ? 'off' : latest",
        becomes: "latest === 'unreadable' ? undefined : latest",
      },
      {
        breaks: 'what is switched off is off, also where that cannot be kept',
        is: "if (change.to === 'off') this.#offHere.add(key);",
        becomes: '',
      },
      {
        breaks: 'what is allowed for the session is allowed in no other window',
        is: "change.to === 'session' ? 'ask' : change.to",
        becomes: "change.to === 'session' ? 'always' : change.to",
      },
      {
        breaks: 'the word of another window ends what was allowed for the session',
        is: "if (this.#keptSampling(server) !== 'ask') this",
        becomes: "if (this.#keptSampling(server) === 'always') this",
      },
    ],
    ['features/serverSwitches'],
  ),
  ...faultsIn(
    'core/features/serverLog.ts',
    [
      {
        breaks: 'log messages that were left out are counted, also where none comes after them',
        is: '    this.#end.value = this.#clock.after(span, () => this.#beginSpan());\n',
        becomes: '',
      },
      {
        breaks: 'log messages that were left out are counted before the next one is written',
        is: 'if (this.#clock.now() - this.#since >= span) this.#beginSpan();',
        becomes: '',
      },
      {
        breaks: 'log messages that were left out are counted once',
        is: '    this.#end.value = undefined;\n',
        becomes: '',
      },
    ],
    ['features/serverLog'],
  ),
  ...faultsIn(
    'node/features/serverFeatures.ts',
    [
      {
        breaks: 'a log that is closed throws nothing where nobody watches',
        is: '      } catch {\n        // Nobody watches',
        becomes: '      } catch (error) {\n        throw error; // Nobody watches',
      },
    ],
    ['features/serverLog'],
  ),
  ...faultsIn(
    'node/http/requester.ts',
    [
      {
        breaks: 'no redirect is followed to another origin',
        is: 'target?.origin !== url.origin || ',
        becomes: 'target === undefined || ',
      },
      {
        breaks: 'no redirect turns a message into something else',
        is: ' || !keepsMethod',
        becomes: '',
      },
    ],
    ['http/hostile'],
  ),
  ...faultsIn(
    'node/http/sseWire.ts',
    [
      {
        breaks: 'no message is sent to another origin that a stream names',
        is: 'if (named?.origin === url.origin) return',
        becomes: 'if (named !== undefined) return',
      },
    ],
    ['http/hostile'],
  ),
  ...faultsIn(
    'node/http/httpServerEnd.ts',
    [
      {
        breaks: 'a session that may know a withdrawn folder is ended at its server',
        is: 'this.#wire?.close() ?? Promise.resolve()',
        becomes: 'Promise.resolve()',
      },
      {
        breaks: 'nothing is sent any more in a session that is being ended',
        is: '    if (this.#isClosed) return;\n    const { request } = message;',
        becomes: '    const { request } = message;',
      },
    ],
    ['http/host', 'http/httpServerEnd'],
  ),
];
