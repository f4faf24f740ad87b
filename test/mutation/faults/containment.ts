import { faultsIn } from '../fault';

/** Containment: no path leads out of a root (rules 4 and 5). */
export const containmentFaults = [
  ...faultsIn('core/roots/containment.ts', [
    {
      breaks: 'a folder whose name begins like the root is not in it (CVE-2025-53110)',
      is: "path.startsWith(joinPath(directory, '', flavour))",
      becomes: 'path.startsWith(directory)',
    },
    {
      breaks: 'names are compared in their letter case',
      is: 'if (!path.startsWith(directory)) return false;',
      becomes:
        'directory = directory.toLowerCase();\n  path = path.toLowerCase();\n  if (!path.startsWith(directory)) return false;',
    },
    {
      breaks: 'names are compared as they are composed',
      is: 'if (!path.startsWith(directory)) return false;',
      becomes:
        "directory = directory.normalize('NFC');\n  path = path.normalize('NFC');\n  if (!path.startsWith(directory)) return false;",
    },
    {
      breaks: 'the root itself is in it',
      is: 'path.length === directory.length || ',
      becomes: '',
    },
    {
      breaks: 'what lies above the root is not in it',
      is: 'holds(root, landing.realPath, disk.flavour)',
      becomes:
        'holds(root, landing.realPath, disk.flavour) || contains(landing.realPath, root.realPath, disk.flavour)',
    },
    {
      breaks: 'where a link leads counts, not where it lies (CVE-2025-53109)',
      is: 'holds(root, landing.realPath, disk.flavour)',
      becomes: 'contains(root.realPath, asRealPath(spelling.path), disk.flavour)',
    },
    {
      breaks: 'nothing lies in a single file',
      is: 'isBelowIt && (isPinnedFolder(root) || contains(path, root.realPath, flavour))',
      becomes: 'isBelowIt',
    },
    {
      breaks: 'a directory in the place of a single file is not the file',
      is: "if (!isPinnedFolder(root)) return now.kind === 'file';",
      becomes: 'if (!isPinnedFolder(root)) return true;',
    },
    {
      breaks: 'what cannot be resolved is denied',
      is: "  if (landing === undefined) return deny('outside');\n",
      becomes:
        "  if (landing === undefined) return { verdict: 'allow', realPath: asRealPath(path), entry: undefined, root: roots[0]! };\n",
    },
    {
      breaks: 'a path that is refused for its spelling is denied',
      is: "if (spelling.kind === 'refused') return deny(spelling.reason);",
      becomes:
        "if (spelling.kind === 'refused' && spelling.reason !== 'a reserved name') return deny(spelling.reason);",
    },
    {
      breaks: 'a root that was replaced is no root',
      is: 'holding.find((each) => isStill(each, disk))',
      becomes: 'holding[0]',
    },
    {
      breaks: 'another root that holds the path and is what it was allows it',
      is: 'holding.find((each) => isStill(each, disk))',
      becomes: 'holding.slice(0, 1).find((each) => isStill(each, disk))',
    },
    {
      breaks: 'a root is known by its inode',
      is: ' && now.identity.inode === root.identity.inode',
      becomes: '',
    },
    {
      breaks: 'a root is known by its device',
      is: 'now.identity.device === root.identity.device && ',
      becomes: '',
    },
    {
      breaks: 'a root that is gone is no root',
      is: "if (now === 'missing' || now === 'unreadable') return false;\n  if (!isPinned",
      becomes: "if (now === 'missing' || now === 'unreadable') return true;\n  if (!isPinned",
    },
    {
      breaks: 'only a regular file is read or written, no pipe and no device',
      is: "entry?.kind === 'file' || (entry",
      becomes: "(entry !== undefined && entry.kind !== 'directory') || (entry",
    },
    {
      breaks: 'no file is made at a path that ends in a separator',
      is: '(entry === undefined && !endsInSeparator)',
      becomes: 'entry === undefined',
    },
    {
      breaks: 'only a directory is listed',
      is: "entry === undefined || entry.kind === 'directory' ? undefined : 'not a directory'",
      becomes: 'undefined',
    },
    {
      breaks: 'what lies outside is not told, not even what kind it is',
      is: "if (holding.length === 0) return deny('outside');",
      becomes:
        "if (holding.length === 0) return deny(wrongKind(operation, landing.entry, false) ?? 'outside');",
    },
    {
      breaks: 'no share is touched on which there is no root',
      is: "return roots.some((root) => sameVolume(windowsVolume(root.realPath) ?? '', volume));",
      becomes: 'return roots.length > 0;',
    },
    {
      breaks: 'a share that a root lies on is touched',
      is: "return roots.some((root) => sameVolume(windowsVolume(root.realPath) ?? '', volume));",
      becomes: 'return false;',
    },
    {
      breaks: 'nothing is touched without a root',
      is: 'return roots.length > 0;',
      becomes: 'return true;',
    },
    {
      breaks: 'another drive or share is outside',
      is: ' || !sameVolume(above, below)) return false;',
      becomes: ') return false;',
    },
    {
      breaks: 'drive letters know no letter case',
      is: 'const rest = joinPath(above, path.slice(below.length), flavour);',
      becomes: 'const rest = path;',
    },
    {
      breaks: 'a written path of Windows counts in either letter case',
      is: 'asRealPath(isWindows ? plain.toLowerCase() : plain)',
      becomes: 'asRealPath(plain)',
    },
    {
      breaks: 'a written path of other systems counts in its letter case',
      is: 'asRealPath(isWindows ? plain.toLowerCase() : plain)',
      becomes: 'asRealPath(plain.toLowerCase())',
    },
    {
      breaks: 'the way up in a written path is read away',
      is: 'const plain = flavour.normalize(written).replace(',
      becomes: 'const plain = written.replace(',
    },
    {
      breaks: 'a written path that is relative lies nowhere',
      is: 'if (!flavour.isAbsolute(path)) return false;',
      becomes: '',
    },
  ]),
  ...faultsIn('core/roots/resolveTarget.ts', [
    {
      breaks: 'what is swapped for a link after it was resolved is not followed',
      is: " || entry.kind === 'link'\n",
      becomes: '\n',
    },
    {
      breaks: 'what is gone after it was resolved has no entry',
      is: "return entry === 'missing' || entry === 'unreadable' || entry",
      becomes: 'return entry',
    },
    {
      breaks: 'a path that cannot be resolved does not count as missing',
      is: "    case 'unresolvable':\n      return undefined;\n",
      becomes: "    case 'unresolvable':\n      return missingLanding(path, disk);\n",
    },
    {
      breaks: 'a dangling link is followed to where it would make something',
      is: '    const target = targetOf(climbed.path, disk);\n    if (target === undefined) return undefined;\n    at = target;',
      becomes: '    return { realPath: asRealPath(at), entry: undefined };',
    },
    {
      breaks: 'every link of a chain is followed',
      is: '    at = target;',
      becomes: '    return { realPath: asRealPath(target), entry: undefined };',
    },
    {
      breaks: 'a loop of links has an end',
      is: 'links <= mostLinks; links += 1',
      becomes: 'links <= mostLinks; links += 0',
    },
    {
      breaks: 'it is not guessed what .. means behind a missing name',
      is: " || split.name === '..') return",
      becomes: ') return',
    },
    {
      breaks: 'missing names keep their order',
      is: 'names.toReversed()',
      becomes: 'names',
    },
    {
      breaks: 'missing names behind a dangling link come after its target',
      is: '[...climbed.names, ...names]',
      becomes: '[...names, ...climbed.names]',
    },
    {
      breaks: 'missing names stay below what exists',
      is: 'asRealPath(names.reduce(below, base.realPath))',
      becomes: 'base.realPath',
    },
    {
      breaks: 'an existing ancestor counts by its real path',
      is: 'asRealPath(names.reduce(below, base.realPath))',
      becomes: 'asRealPath(names.reduce(below, climbed.path))',
    },
    {
      breaks: 'a relative link is resolved from where it really lies',
      is: 'resolveAgainst(directory.realPath, target',
      becomes: 'resolveAgainst(split.above, target',
    },
    {
      breaks: 'an absolute target of a link is taken as it is',
      is: 'resolveAgainst(directory.realPath, target, disk.flavour)',
      becomes: 'joinPath(directory.realPath, target, disk.flavour)',
    },
    {
      breaks: 'the target of a link is judged by its spelling too',
      is: "return spelling.kind === 'absolute' ? spelling.path : undefined;",
      becomes: "return spelling.kind === 'absolute' ? spelling.path : target;",
    },
  ]),
  ...faultsIn('core/roots/pathSyntax.ts', [
    { breaks: 'an empty path is refused', is: "if (path === '') return refused('empty');", becomes: '' },
    {
      breaks: 'a path longer than any disk takes is refused',
      is: 'path.length > longestPath',
      becomes: 'path.length > longestPath + 1',
    },
    { breaks: 'a zero in a path is refused', is: '[\\0\\p{Surrogate}]', becomes: '[\\p{Surrogate}]' },
    { breaks: 'half a character in a path is refused', is: '[\\0\\p{Surrogate}]', becomes: '[\\0]' },
    {
      breaks: 'a relative path is refused',
      is: "path.startsWith('/') ? { kind: 'absolute', path, volume: '/' } : refused('not absolute')",
      becomes: "{ kind: 'absolute', path, volume: '/' }",
    },
    {
      breaks: 'a posix path is not normalised: only the kernel knows what .. means behind a link',
      is: "{ kind: 'absolute', path, volume: '/' }",
      becomes: "{ kind: 'absolute', path: posix.normalize(path), volume: '/' }",
    },
    {
      breaks: 'a Windows path is normalised as Windows does it',
      is: 'path: win32.normalize(path), volume',
      becomes: 'path, volume',
    },
    {
      breaks: 'a device path is refused',
      is: "if (/^[\\\\/]{2}[?.]([\\\\/]|$)|^[\\\\/]\\?\\?[\\\\/]/u.test(path)) return refused('a device path');",
      becomes: '',
    },
    {
      breaks: 'a device path of the kernel (\\??\\) is refused as such',
      is: '([\\\\/]|$)|^[\\\\/]\\?\\?[\\\\/]/u',
      becomes: '([\\\\/]|$)/u',
    },
    {
      breaks: 'a path relative to a drive is refused',
      is: '/^[A-Za-z]:[\\\\/]/u.test(path)',
      becomes: '/^[A-Za-z]:/u.test(path)',
    },
    {
      breaks: 'a drive is a letter of ASCII',
      is: '/^[A-Za-z]:[\\\\/]/u.test(path)',
      becomes: '/^[a-z]:[\\\\/]/iu.test(path)',
    },
    {
      breaks: 'names that Windows changes are refused',
      is: "if (names.some(isReserved)) return refused('a reserved name');",
      becomes: '',
    },
    { breaks: 'dots and spaces at the end of a name are refused', is: '/[ .]$/u.test(name) ||', becomes: '' },
    { breaks: 'spaces at the end of a name are refused', is: '/[ .]$/u', becomes: '/[.]$/u' },
    { breaks: 'streams are refused', is: '/[<>:"|?*\\p{Cc}]/u', becomes: '/[<>"|?*\\p{Cc}]/u' },
    {
      breaks: 'control characters in a Windows name are refused',
      is: '/[<>:"|?*\\p{Cc}]/u',
      becomes: '/[<>:"|?*]/u',
    },
    { breaks: 'device names are refused in either letter case', is: ' *(\\.|$)/iu', becomes: ' *(\\.|$)/u' },
    { breaks: 'device names are refused with an extension', is: ' *(\\.|$)/iu', becomes: ' *$/iu' },
    {
      breaks: 'device names are refused with spaces before the extension',
      is: ' *(\\.|$)/iu',
      becomes: '(\\.|$)/iu',
    },
    { breaks: 'device names with raised digits are refused', is: '[0-9¹²³]', becomes: '[0-9]' },
    { breaks: 'the names of the console are refused', is: 'conin\\$|conout\\$|', becomes: '' },
    {
      breaks: 'a name that only begins like a device is no device',
      is: ' *(\\.|$)/iu',
      becomes: '/iu',
    },
    { breaks: 'a share is on another machine', is: "volume.startsWith('\\\\\\\\')", becomes: 'false' },
    {
      breaks: 'volumes know no letter case',
      is: 'one === other || lowerAscii(one) === lowerAscii(other)',
      becomes: 'one === other',
    },
    {
      breaks: 'only ASCII letters of a volume are folded',
      is: 'text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase())',
      becomes: 'text.toLowerCase()',
    },
    {
      breaks: 'a share is named by its host and its share',
      is: '`\\\\\\\\${share[1]}\\\\${share[2]}\\\\`',
      becomes: '`\\\\\\\\${share[1]}\\\\`',
    },
    {
      breaks: 'the top of a volume has nothing above it',
      is: 'if (path.length <= top.length) return undefined;',
      becomes: 'if (path.length < top.length) return undefined;',
    },
    {
      breaks: 'what Windows resolves against a hidden directory is not put behind another one',
      is: '!/^([\\\\/]|[a-z]:)/iu.test(path)',
      becomes: '!/^([\\\\/]|[a-z]:[\\\\/])/iu.test(path)',
    },
    {
      breaks: 'two paths are joined by one separator',
      is: 'directory.endsWith(sep) ? directory + path : directory + sep + path',
      becomes: 'directory + path',
    },
  ]),
  ...faultsIn('core/roots/fileUri.ts', [
    {
      breaks: 'only file: is an address of a folder',
      is: "if (!/^file:\\/\\//iu.test(uri)) return refused('not a file: URI');",
      becomes: '',
    },
    {
      breaks: 'what the parser would drop is refused',
      is: "if (/[\\p{Cc}\\p{Surrogate}\\\\]|^\\s|\\s$/u.test(uri)) return refused('cannot be decoded');",
      becomes: '',
    },
    {
      breaks: 'a query or a fragment is refused',
      is: "if (/[?#]/u.test(uri)) return refused('cannot be decoded');",
      becomes: '',
    },
    {
      breaks: 'dot segments are refused',
      is: "if (/\\/(\\.|%2e){1,2}(\\/|$)/iu.test(uri)) return refused('not an absolute path');",
      becomes: '',
    },
    { breaks: 'encoded dot segments are refused', is: '(\\.|%2e){1,2}', becomes: '\\.{1,2}' },
    {
      breaks: 'the address of another machine is refused',
      is: "if (url.host !== '' && flavour === 'posix') return refused('names another host');",
      becomes: '',
    },
    {
      breaks: 'a decoded path is judged by its spelling',
      is: "return spellingOf(path, flavour).kind === 'absolute'\n",
      becomes: 'return true\n',
    },
    {
      breaks: 'a path that would not come back unchanged has no address',
      is: "back.kind === 'path' && sameSpelling(back.path, path, flavour) ? uri : undefined",
      becomes: 'uri',
    },
    {
      breaks: 'a character at the very end is not cut off',
      is: 'asDirectory ? path : `${path}/`, { windows }',
      becomes: 'path, { windows }',
    },
    {
      breaks: 'an address is percent-encoded',
      is: 'const { href } = pathToFileURL(asDirectory ? path : `${path}/`, { windows });',
      becomes: "const href = `file://${windows ? '/' : ''}${asDirectory ? path : `${path}/`}`;",
    },
  ]),
];
