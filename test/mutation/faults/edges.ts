import { faultsIn } from '../fault';

/** Where other processes begin: who is let in, what of a message is read, what is written to, and what ends. */
export const edgesFaults = [
  ...faultsIn(
    'node/bridge/protocol.ts',
    [
      {
        breaks: 'the proof of one side is not that of the other',
        is: "JSON.stringify(['mcp-roots/1', role, client",
        becomes: "JSON.stringify(['mcp-roots/1', client",
      },
      {
        breaks: 'a proof is for one server',
        is: 'client, server, nonce, windowNonce]);',
        becomes: 'client, nonce, windowNonce]);',
      },
      {
        breaks: "a proof is for one connection: the window's nonce is in it",
        is: 'server, nonce, windowNonce]);',
        becomes: 'server, nonce]);',
      },
      {
        breaks: "a proof is for one connection: the shim's nonce is in it",
        is: 'server, nonce, windowNonce]);',
        becomes: 'server, windowNonce]);',
      },
      {
        breaks: 'a proof that is not the whole proof is none',
        is: 'given.length === expected.length && timingSafeEqual(given, expected)',
        becomes: 'expected.subarray(0, given.length).equals(given)',
      },
      {
        breaks: 'a proof is compared',
        is: 'timingSafeEqual(given, expected)',
        becomes: 'true',
      },
      { breaks: 'a nonce has one form', is: '/^[\\w-]{43}$/', becomes: '/^[\\w-]*=?$/' },
      {
        breaks: 'a nonce is new for each connection',
        is: "randomBytes(32).toString('base64url')",
        becomes: "'n'.repeat(43)",
      },
    ],
    ['bridge/greeting'],
  ),
  ...faultsIn(
    'node/bridge/authenticateShim.ts',
    [
      {
        breaks: 'only the version that both speak is spoken',
        is: "first['mcpRoots'] !== protocolVersion",
        becomes: "first['mcpRoots'] === undefined",
      },
      {
        breaks: 'who proves nothing is not let in',
        is: 'if (!hasProven(client.key,',
        becomes: 'if (proof === undefined && !hasProven(client.key,',
      },
      {
        breaks: 'what a shim proves is its own',
        is: "hasProven(client.key, 'shim',",
        becomes: "hasProven(client.key, 'window',",
      },
      {
        breaks: 'a greeting comes to an end',
        is: 'setTimeout(() => socket.destroy(), bound)',
        becomes: 'setTimeout(() => undefined, bound)',
      },
    ],
    ['bridge/greeting'],
  ),
  ...faultsIn(
    'shim/prove.ts',
    [
      {
        breaks: 'a shim says no proof to what has not proven itself',
        is: "|| !hasProven(key, 'window', exchange, proof)",
        becomes: '',
      },
    ],
    ['bridge/greeting'],
  ),
  ...faultsIn(
    'node/session/byteMessages.ts',
    [
      {
        breaks: 'what readers understand differently is not passed on',
        is: 'if (doubtful.size > 0) return unclear(value, envelope, doubtful, text);',
        becomes: '',
      },
      {
        breaks: 'nobody is answered where the id is in doubt',
        is: "doubtful.has('id') || ",
        becomes: '',
      },
      {
        breaks: 'what the client declared of roots is not passed on',
        is: "membersBut('roots', message.bytes",
        becomes: 'membersBut(undefined, message.bytes',
      },
      {
        breaks: 'what stands beside a forced capability stays',
        is: 'if (key !== name) members.push(',
        becomes: 'if (key === name) members.push(',
      },
      {
        breaks: 'a message without parameters declares its roots too',
        is: 'if (params === undefined) {',
        becomes: 'if (params === undefined) {\n    return message;',
      },
      {
        breaks: 'what follows a value that was rewritten is found where it is now',
        is: 'at >= end ? at + moved : at',
        becomes: 'at',
      },
      {
        breaks: 'a carriage return hides no line',
        is: 'copy[at] = 0x20;',
        becomes: 'copy[at] = carriageReturn;',
      },
      {
        breaks: 'an id that a number would alter stays as it is',
        is: "typeof id === 'bigint' ? id.toString()",
        becomes: "typeof id === 'bigint' ? String(Number(id))",
      },
    ],
    ['session/byteMessages'],
  ),
  ...faultsIn(
    'node/paths/writeAllowed.ts',
    [
      {
        breaks: 'what is open is judged before anything is written',
        is: "const reason = await faultOf(file, allowed, 'write', await roots());",
        becomes: 'const reason = undefined as Denial | undefined;',
      },
      {
        breaks: 'a file with another name is not written',
        is: "if (nlink > 1) return { kind: 'denied', reason: 'not a regular file' };",
        becomes: '',
      },
      {
        breaks: 'nothing is written where the grant was withdrawn meanwhile',
        is: "  if (!(await isInside(allowed, roots))) return { kind: 'denied', reason: 'outside' };\n  for",
        becomes: '  for',
      },
      {
        breaks: 'nothing is made where the grant was withdrawn meanwhile',
        is: "      if (!(await isInside(allowed, roots))) return { kind: 'denied', reason: 'outside' };\n",
        becomes: '',
      },
      {
        breaks: 'a text that is shorter than the file ends where it ends',
        is: '  await file.truncate(bytes.length);\n',
        becomes: '',
      },
      {
        breaks: 'nothing stays behind of what was not to be made',
        is: "if (outcome?.kind !== 'done') await unlink(at)",
        becomes: 'if (outcome === undefined) await unlink(at)',
      },
    ],
    ['acp/textFiles'],
  ),
  ...faultsIn(
    'node/process/executable.ts',
    [
      {
        breaks: 'a program is never found in the working directory',
        is: '.filter((entry) => isRooted(entry, search))',
        becomes: '',
      },
      {
        breaks: 'a relative path is no command',
        is: "command === '.' || command === '..' || (platform",
        becomes: "command === '.' || (command === '' && platform",
      },
      { breaks: 'a folder is no program', is: "if (found.isDirectory()) return 'directory';", becomes: '' },
    ],
    ['process/executable'],
  ),
  ...faultsIn(
    'node/process/family.ts',
    [
      {
        breaks: 'who came to a used number later is no member',
        is: 'startedAt === undefined || startedAt === record.startedAt',
        becomes: 'startedAt !== undefined',
      },
      {
        breaks: 'whose parent has died is still a member',
        is: 'for (const record of members.values()) this.#known.set(record.pid, record.startedAt);',
        becomes: '',
      },
      {
        breaks: 'members of a session are members',
        is: '[record.parent, record.group, record.session])) {',
        becomes: '[record.parent, record.group])) {',
      },
      {
        breaks: 'this process is never a member',
        is: '|| record.pid === process.pid',
        becomes: '',
      },
      {
        breaks: 'a group in which there is somebody else is not ended as a whole',
        is: '[...groups].filter((group) => leaders.has(group))',
        becomes: '[...groups]',
      },
    ],
    ['process/family'],
  ),
  ...faultsIn(
    'node/process/environment.ts',
    [
      {
        breaks: 'a shell function is not inherited',
        is: "value === undefined || value.startsWith('()')",
        becomes: 'value === undefined',
      },
      {
        breaks: 'what is declared null is not there',
        is: 'if (value === null) merged.delete(key(name));\n    else merged',
        becomes: 'if (value !== null) merged',
      },
    ],
    ['process/environment'],
  ),
  ...faultsIn(
    'node/process/serverProcess.ts',
    [
      {
        breaks: 'a grace has a bound',
        is: 'const ending = this.#end(boundedGrace(grace));',
        becomes: 'const ending = this.#end(grace);',
      },
      {
        breaks: 'who is stopped leaves nobody behind',
        is: 'return endFamily(this.#family, termMs);\n  }\n}',
        becomes: 'process.kill(this.pid);\n    return true;\n  }\n}',
      },
      {
        breaks: 'who watches is told of the start',
        is: 'guard?.watch(pid, startedAt);',
        becomes: '',
      },
      {
        breaks: 'what a process left behind is ended with it',
        is: 'await (this.#ending ?? endFamily(this.#family, leftoverTermMs));',
        becomes: 'await this.#ending;',
      },
    ],
    ['process/serverProcess', 'process/boundedGrace'],
  ),
  ...faultsIn(
    'node/bridge/bridgeConnection.ts',
    [
      {
        breaks: 'a session that threw is handed nothing more',
        is: "outsideText('fault'))));\n    this.close();",
        becomes: "outsideText('fault'))));",
      },
      {
        breaks: 'another client reads one fixed sentence of a fault of this side',
        is: "notCarried(envelope.id, outsideText('fault'))",
        becomes: 'notCarried(envelope.id, why as ReturnType<typeof outsideText>)',
      },
    ],
    ['bridge/faultsOfThisSide'],
  ),
  ...faultsIn(
    'node/bridge/bridgeListener.ts',
    [
      {
        breaks: 'a connection that met a fault of this side ends',
        is: '      );\n      socket.destroy();\n',
        becomes: '      );\n',
      },
    ],
    ['bridge/faultsOfThisSide'],
  ),
  ...faultsIn(
    'node/stdio/messageLines.ts',
    [
      {
        breaks: 'nothing is thrown where the bytes of a peer arrive',
        is: '      this.#heard.failed(error, value);',
        becomes: '      throw error;',
      },
    ],
    ['stdio/messageLines'],
  ),
];
