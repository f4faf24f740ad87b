import { faultsIn } from '../fault';

/** What the disk says of folders, and how they are named (rules 4, 5 and 8). */
export const foldersFaults = [
  ...faultsIn('core/roots/catalog.ts', [
    {
      breaks: 'what leaves the entries leaves the catalog at once',
      is: '    this.#publish();\n    await this.#lookAt(',
      becomes: '    await this.#lookAt(',
    },
    {
      breaks: 'a late answer about a folder that left means nothing',
      is: 'wanted.has(path) && number >',
      becomes: 'number >',
    },
    {
      breaks: 'the later of two looks holds',
      is: ' && number > (this.#known.get(path)?.look ?? 0)',
      becomes: '',
    },
    {
      breaks: 'a folder that came is looked at',
      is: 'path !== undefined && !this.#known.has(path)',
      becomes: 'path !== undefined && this.#known.has(path)',
    },
    {
      breaks: 'what is known of a folder that left is forgotten',
      is: 'if (!paths.has(path)) this.#known.delete(path);',
      becomes: '',
    },
    {
      breaks: 'another directory is announced although the list is the same',
      is: ' && JSON.stringify([...folders]) === JSON.stringify([...this.#folders])',
      becomes: '',
    },
    {
      breaks: 'granted folders around are looked at',
      is: 'await this.#lookAround(number);',
      becomes: '',
    },
    {
      breaks: 'what was seen at a granted folder around is not forgotten from look to look',
      is: 'this.#lookAtPaths(paths, number, this.#knownAround)',
      becomes: 'this.#lookAtPaths(paths, number, new Map())',
    },
    {
      breaks: 'what was seen at a folder is not forgotten from look to look',
      is: 'this.#lookAtPaths(paths, number, this.#known)',
      becomes: 'this.#lookAtPaths(paths, number, new Map())',
    },
    {
      breaks: 'a path that leads nowhere any more says nothing of where it led',
      is: 'Number(isThere(b)) - Number(isThere(a)) || b.look - a.look',
      becomes: 'Number(isThere(a)) - Number(isThere(b)) || b.look - a.look',
    },
    {
      breaks: 'a swap that was seen under one name counts under all',
      is: 'else if (isSwapped && !first.isSwapped) folders.set(realPath, { ...first, isSwapped });',
      becomes: '',
    },
    {
      breaks: 'two missing folders are two',
      is: '`unavailable ${entry.uri}`',
      becomes: "'unavailable'",
    },
    {
      breaks: 'two names of one real path are one candidate',
      is: 'grantableOf({ availability }) ?? `',
      becomes: 'entry.uri ?? `',
    },
    {
      breaks: 'the first name of a folder is its name',
      is: '{ ...first, aliases: [...first.aliases, entry] }',
      becomes: '{ ...entry, availability, aliases: [...first.aliases, first] }',
    },
    {
      breaks: 'a folder that nobody looked at is no candidate',
      is: 'if (availability === undefined) continue;',
      becomes:
        "if (availability === undefined) { merged.set(entry.uri, { ...entry, availability: { kind: 'no answer' }, aliases: [] }); continue; }",
    },
    {
      breaks: 'only another list is announced',
      is: 'if (isSame && JSON',
      becomes: 'if (!isSame && JSON',
    },
    {
      breaks: 'a folder without a path is no folder on this disk',
      is: "if (path === undefined) return { kind: 'scheme not supported', scheme: uri.slice(0, uri.indexOf(':')) };",
      becomes: 'if (path === undefined) return undefined;',
    },
  ]),
  ...faultsIn('core/roots/folderHistory.ts', [
    {
      breaks: 'what lay there last is kept while it has vanished',
      is: 'folder: before?.folder,',
      becomes: 'folder: undefined,',
    },
    {
      breaks: 'only what was seen gone was made anew',
      is: 'goneAt: undefined,\n',
      becomes: 'goneAt: time.began,\n',
    },
    {
      breaks: 'what was born before it was seen gone was put there',
      is: 'bornAt > from - longestTick',
      becomes: 'bornAt > 0',
    },
    {
      breaks: 'a birth in times to come is none',
      is: ' && bornAt <= to',
      becomes: '',
    },
    {
      breaks: 'a look that says nothing changes nothing',
      is: "    case 'no answer':\n      return before;",
      becomes: "    case 'no answer':\n      return before && { ...before, goneAt: time.began };",
    },
    {
      breaks: 'a directory is known by its inode too',
      is: '[identity, ...formerly].some((each) => isSameFolder(each, meant))',
      becomes: '[identity, ...formerly].some((each) => each.device === meant.device)',
    },
    {
      breaks: 'a remount is let pass',
      is: ' || meant.device !== identity.device) return true;',
      becomes: ') return true;',
    },
    {
      breaks: 'what was granted after nothing was there is for nothing earlier',
      is: 'decidedAt < madeAfter',
      becomes: 'decidedAt > 0',
    },
    {
      breaks: 'what was made anew counts as what lay there before',
      is: 'formerly: [...last.formerly, last.identity].slice(-mostFormerly)',
      becomes: 'formerly: []',
    },
    {
      breaks: 'what was put there counts as nothing before',
      is: 'if (!isNew) return { identity, formerly: [], isSwapped: true };',
      becomes: 'if (!isNew) return { ...last, identity, isSwapped: true };',
    },
    {
      breaks: 'a swap stays known',
      is: 'if (!isNew) return { identity, formerly: [], isSwapped: true };',
      becomes: 'if (!isNew) return { identity, formerly: [], isSwapped };',
    },
    {
      breaks: 'numbers that are unstable say nothing',
      is: 'found.hasUnstableNumbers ? undefined : found.identity',
      becomes: 'found.identity',
    },
    {
      breaks: 'a link that was turned leads to another folder',
      is: 'isElsewhere ? undefined : before;',
      becomes: 'before;',
    },
  ]),
  ...faultsIn('core/consent/candidatesFor.ts', [
    {
      breaks: 'another directory is not the one that was granted',
      is: 'isSwapped || (granted !== undefined && !isStill(granted, by))',
      becomes: 'isSwapped',
    },
    {
      breaks: 'what is put inside a granted folder while a window looks on is asked about',
      is: 'isSwapped || (',
      becomes: '(',
    },
    {
      breaks: 'a folder whose own grant is for the new directory is not asked about again',
      is: 'by.folder !== realPath && folders',
      becomes: 'folders',
    },
    {
      breaks: 'a directory around that nobody has looked at counts as unavailable',
      is: 'const isUnknown = granted === undefined && by.identity !== undefined;',
      becomes: 'const isUnknown = false;',
    },
  ]),
  ...faultsIn('core/consent/bindGrants.ts', [
    {
      breaks: 'a directory for which a grant is not changes nothing in it',
      is: 'if (!isStill(folder, decision)) return [];',
      becomes: '',
    },
    {
      breaks: 'a grant learns which directory it is for when it is given',
      is: '      keeper.takeFrom(catalog.folders);\n',
      becomes: '',
    },
    {
      breaks: 'a folder around is looked at as soon as it is granted',
      is: 'if (isUnseen(catalog, granted)) void catalog.look([]);',
      becomes: '',
    },
  ]),
  ...faultsIn(
    'core/roots/askedFor.ts',
    [
      {
        breaks: 'a single file goes only to who asks for files',
        is: 'return files === true;',
        becomes: 'return true;',
      },
      {
        breaks: 'an address goes only to who asks for its scheme',
        is: 'schemes?.includes(availability.scheme) === true',
        becomes: 'schemes !== undefined',
      },
    ],
    ['consent'],
  ),
  ...faultsIn(
    'core/roots/candidate.ts',
    [
      {
        breaks: 'a folder that has become a file is not a single file',
        is: "return wantsFile ? { ...stat, key: fileKey(stat.file) } : { kind: 'not a directory' };",
        becomes: 'return { ...stat, key: fileKey(stat.file) };',
      },
      {
        breaks: 'a single file that has become a folder is not shared as one',
        is: "return wantsFile ? { kind: 'not a file' } : stat;",
        becomes: 'return stat;',
      },
    ],
    ['consent/exposedFiles'],
  ),
  ...faultsIn(
    'core/roots/grantable.ts',
    [
      {
        breaks: 'no folder around a single file brings it along',
        is: ' && !granted.startsWith(filePrefix)',
        becomes: '',
      },
    ],
    ['roots/grantable', 'consent/exposedFiles'],
  ),
  ...faultsIn('core/consent/grantedFolders.ts', [
    {
      breaks: 'a denied folder around is no grant',
      is: "verdict !== 'allow' || !isFolder(folder)",
      becomes: '!isFolder(folder)',
    },
  ]),
  ...faultsIn(
    'node/stores/decisionFiles.ts',
    [
      {
        breaks: 'what is written again brings nothing back that was taken away',
        is: 'latest.decidedAt === decision.decidedAt && latest.verdict === decision.verdict',
        becomes: 'latest !== decision',
      },
    ],
    ['stores/decisionFiles'],
  ),
  ...faultsIn(
    'core/roots/candidate.ts',
    [
      {
        breaks: 'a moved folder cannot be exposed',
        is: "candidate.availability.kind === 'available' ? candidate",
        becomes: "'realPath' in candidate.availability ? candidate",
      },
    ],
    ['roots', 'consent'],
  ),
  ...faultsIn('core/roots/broadFolder.ts', [
    {
      breaks: 'a whole disk wants a second confirmation',
      is: 'path.dirname(folder) === folder',
      becomes: "folder === '/'",
    },
    {
      breaks: 'the home directory wants a second confirmation',
      is: "if (folder === home) return 'It is your home directory.';",
      becomes: '',
    },
    {
      breaks: 'what the home directory lies in wants a second confirmation',
      is: "if (home !== undefined && isAround(folder, home)) return 'Your home directory lies in it.';",
      becomes: '',
    },
    {
      breaks: 'what the workspace lies in wants a second confirmation',
      is: 'workspaceFolders.some((each) => isAround(folder, each))',
      becomes: 'workspaceFolders.every((each) => isAround(folder, each))',
    },
    {
      breaks: 'a workspace folder itself wants none',
      is: 'outer !== inner && ',
      becomes: '',
    },
    {
      breaks: 'what lies beside wants none',
      is: 'contains(outer, inner, flavourOf(path))',
      becomes: 'inner.startsWith(outer)',
    },
  ]),
  ...faultsIn('core/roots/rootNames.ts', [
    { breaks: 'a numbered name is taken too', is: 'taken.add(unique);', becomes: 'taken.add(name);' },
    { breaks: 'numbers begin with two', is: 'let n = 2;', becomes: 'let n = 1;' },
    {
      breaks: 'a number is counted on until it is free',
      is: 'for (let n = 2; taken.has(unique); n += 1)',
      becomes: 'for (let n = 2; n === 2 && taken.has(unique); n += 1)',
    },
  ]),
  ...faultsIn(
    'core/text.ts',
    [
      { breaks: 'the name of a root has a bound', is: 'displayText(oneLine, 100)', becomes: 'oneLine' },
      { breaks: 'the name of a root is never empty', is: " || 'folder'", becomes: '' },
      { breaks: 'the name of a root hides nothing', is: "plain.replace(unseen, ' ')", becomes: 'plain' },
      {
        breaks: 'text that acts on a terminal or reorders it is escaped',
        is: 'character.replace(unseen, escapeOf)',
        becomes: 'character',
      },
      { breaks: 'text that hides is escaped', is: '\\p{Cc}\\p{Cf}\\p{Zl}', becomes: '\\p{Cc}\\p{Zl}' },
      {
        breaks: 'ignorable characters that are letters are escaped',
        is: '\\p{Default_Ignorable_Code_Point}',
        becomes: '',
      },
      {
        breaks: 'text has a bound',
        is: 'if (whole.length <= maxLength) return whole;',
        becomes: 'return whole;',
      },
    ],
    ['text', 'roots'],
  ),
  ...faultsIn(
    'core/servers/pathFragments.ts',
    [
      { breaks: 'a path behind an option is one', is: "...behind(each, '=')", becomes: '' },
      { breaks: 'a path glued to a short option is one', is: '...behindOption(each)', becomes: '' },
      { breaks: 'a path in a list is one', is: '...each.split(lists), ', becomes: '' },
      { breaks: 'a path among other words is one', is: ', ...each.split(signs)]', becomes: ']' },
      {
        breaks: 'the home directory is known by its sign',
        is: 'path.join(home, part.slice(1))',
        becomes: 'part',
      },
      { breaks: 'a path in an address is one', is: ', ...addresses(text, isWindows)', becomes: '' },
      { breaks: 'a path that is encoded is one', is: '[text, decodedText(text)]', becomes: '[text]' },
      { breaks: 'no share is looked at', is: '!isWindows || !isBeyondDrives(part)', becomes: 'true' },
    ],
    ['servers/pathFragments'],
  ),
  ...faultsIn(
    'core/servers/pathLeads.ts',
    [
      {
        breaks: 'a relative path that leads out of the working directory names a folder',
        is: '...namesIn(absolute, spellings, path), ...beyond]',
        becomes: '...namesIn(absolute, spellings, path)]',
      },
      {
        breaks: 'an absolute path that leads into a folder names it',
        is: '...namesIn(absolute, spellings, path), ...beyond]',
        becomes: '...beyond]',
      },
      {
        breaks: 'a relative path that stays in the working directory names nothing',
        is: '.filter((each) => !own.has(each))',
        becomes: '',
      },
      {
        breaks: 'relative paths are read from a directory that became known',
        is: 'path.resolve(from, each)',
        becomes: 'each',
      },
    ],
    ['servers/namedFolders'],
  ),
];
