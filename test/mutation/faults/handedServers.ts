import { faultsIn } from '../fault';

/** Servers that a session of an agent is given: never more than both may see, and never longer (issue "Agents"). */
export const handedServersFaults = [
  ...faultsIn(
    'core/acp/sessionBounds.ts',
    [
      {
        breaks: 'nothing is seen without the working directory of the session',
        is: 'folders: remainingRoots(told, now),',
        becomes: 'folders: [told.cwd, ...told.additional].filter((folder) => now.includes(folder)),',
      },
      {
        breaks: 'only what the session was told of is seen',
        is: 'folders: remainingRoots(told, now),',
        becomes: 'folders: now,',
      },
      {
        breaks: 'what the agent may not see any more is not seen',
        is: 'folders: remainingRoots(told, now),',
        becomes: 'folders: [told.cwd, ...told.additional],',
      },
      {
        breaks: 'what was withdrawn from the agent has not only lapsed',
        is: 'remainingRoots(told, [...now, ...lapsed])',
        becomes: '[told.cwd, ...told.additional]',
      },
      {
        breaks: 'what is only not there for now was not withdrawn',
        is: 'remainingRoots(told, [...now, ...lapsed])',
        becomes: 'remainingRoots(told, now)',
      },
    ],
    ['acp/sessionServers'],
  ),
  ...faultsIn(
    'core/consent/exposing.ts',
    [
      {
        breaks: 'within bounds only their folders are shown',
        is: 'within === undefined ? primaryFirst(shown, server.primary) : inOrderOf(within, shown)',
        becomes: 'primaryFirst(shown, server.primary)',
      },
      {
        breaks: 'what stands outside the bounds has not lapsed',
        is: 'isWithin(folder) && isAllowed(',
        becomes: 'isAllowed(',
      },
    ],
    ['acp/sessionServers'],
  ),
  ...faultsIn(
    'core/consent/serverExposure.ts',
    [
      {
        breaks: 'a server that has bounds keeps to them',
        is: 'const server = { ...this.#server, within: this.within };',
        becomes: 'const server = this.#server;',
      },
    ],
    ['acp/sessionServers'],
  ),
  ...faultsIn(
    'core/acp/serverChoices.ts',
    [
      {
        breaks: 'an agent is given no server before the user says so',
        is: "return latest !== undefined && latest !== 'unreadable' && latest.to === 'on';",
        becomes: "return latest === undefined || (latest !== 'unreadable' && latest.to === 'on');",
      },
      {
        breaks: 'a choice that cannot be read gives nothing',
        is: "latest !== 'unreadable' && latest.to === 'on';",
        becomes: "(latest === 'unreadable' || latest.to === 'on');",
      },
      {
        breaks: 'what is taken away is taken at once',
        is: 'for (const key of taken) this.#offHere.add(key);',
        becomes: '',
      },
    ],
    ['acp/serverChoices'],
  ),
  ...faultsIn(
    'node/acp/sessionServers.ts',
    [
      {
        breaks: 'a definition may name only what the agent may see too',
        is: 'realPath === undefined || !this.#agent.isGranted(named)',
        becomes: 'realPath === undefined',
      },
      {
        breaks: 'a definition may name only what lies in a folder of the session',
        is: 'this.#current.folders.some((folder) => contains(folder, realPath, nodeDisk.flavour))',
        becomes: 'this.#told !== undefined',
      },
      {
        breaks: 'what the agent may see is followed',
        is: 'this.#lifetime.add(agent.exposure.onDidChange(() => this.#changed.fire()));',
        becomes: '',
      },
      {
        breaks: 'nothing is seen after the end of the session',
        is: '    this.#told = undefined;\n',
        becomes: '',
      },
    ],
    ['acp/sessionServers'],
  ),
  ...faultsIn(
    'node/acp/sessionOpener.ts',
    [
      {
        breaks: 'a session that could not be opened leaves no key',
        is: '      await servers.end();\n      throw error;',
        becomes: '      throw error;',
      },
    ],
    ['acp/agentServers'],
  ),
  ...faultsIn(
    'node/acp/openSessions.ts',
    [
      {
        breaks: 'servers are given anew where a session is opened again',
        is: '      await before?.end();\n',
        becomes: '',
      },
    ],
    ['acp/agentServers'],
  ),
  ...faultsIn(
    'node/acp/agentSession.ts',
    [
      {
        breaks: 'the key of a session goes with it',
        is: 'this.terminals?.end(), this.servers.end()',
        becomes: 'this.terminals?.end()',
      },
    ],
    ['acp/agentServers'],
  ),
  ...faultsIn(
    'node/servers/outsideClient.ts',
    [
      {
        breaks: 'a session of an agent has the grants of the server, and none of its own',
        is: 'this.client.session === undefined ? this.#around.granteeOf(this.client.id, server) : server',
        becomes: 'this.#around.granteeOf(this.client.id, server)',
      },
      {
        breaks: 'a definition names nothing that the session may not see',
        is: 'super.isGranted(named) && this.client.session?.mayName(named) !== false',
        becomes: 'super.isGranted(named)',
      },
      {
        breaks: 'a server that its agent is not given any more is not started',
        is: 'if (!this.#isGiven(prepared)) {',
        becomes: 'if (prepared === undefined) {',
      },
      {
        breaks: 'a server that its agent is not given any more ends',
        is: ", ...(!isGiven && { client: 'not given it' })",
        becomes: '',
      },
      {
        breaks: 'a session of an agent sees only its own folders of a server',
        is: 'super(server.definition, around, client.session?.bounds);',
        becomes: 'super(server.definition, around);',
      },
    ],
    ['servers/outsideClients'],
  ),
  ...faultsIn(
    'node/bridge/sessionClients.ts',
    [
      {
        breaks: 'the key of a session opens nothing in another window',
        is: 'return owner === undefined || this.#sessions.has(id);',
        becomes: 'return owner === undefined || this.#sessions.size >= 0;',
      },
      {
        breaks: 'a session is never given more servers than it was handed over',
        is: 'key?.servers.filter((each) => servers.includes(each)) ?? []',
        becomes: 'servers',
      },
      {
        breaks: 'the key of a session is removed with it',
        is: '    await this.#keys.revoke(id);\n',
        becomes: '',
      },
      {
        breaks: 'a session is over at once',
        is: '    this.#sessions.delete(id);\n    this.#refresh();\n',
        becomes: '    this.#sessions.delete(id);\n',
      },
    ],
    ['bridge/sessionClients'],
  ),
  ...faultsIn(
    'node/bridge/clientKeys.ts',
    [
      {
        breaks: 'keys of windows that were killed are removed',
        is: '    await keys.#removeLeftOver();\n',
        becomes: '',
      },
      {
        breaks: 'keys of windows that are open stay',
        is: 'owner !== undefined && (await hasEnded(owner)) ? id : undefined',
        becomes: 'owner !== undefined ? id : undefined',
      },
    ],
    ['bridge/sessionClients'],
  ),
];
