import { faultsIn } from '../fault';

/** What the disk says of folders, and how they are named (design rules 4, 5 and 8). */
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
      is: ' && number > (this.#lookOf.get(path) ?? 0)',
      becomes: '',
    },
    {
      breaks: 'a folder that came is looked at',
      is: 'path !== undefined && !this.#sightings.has(path)',
      becomes: 'path !== undefined && this.#sightings.has(path)',
    },
    {
      breaks: 'what is known of a folder that left is forgotten',
      is: 'if (!paths.has(path)) this.#forget(path);',
      becomes: '',
    },
    {
      breaks: 'what is accepted is what was shown, and nothing that was put there since',
      is: 'accepted?.device === identity.device && accepted.inode === identity.inode',
      becomes: 'accepted !== undefined',
    },
    {
      breaks: 'what is accepted is known by its inode',
      is: ' && accepted.inode === identity.inode',
      becomes: '',
    },
    {
      breaks: 'what is accepted for one server is accepted for no other',
      is: 'this.#accepted.get(realPath)?.get(server)',
      becomes: '[...(this.#accepted.get(realPath)?.values() ?? [])][0]',
    },
    {
      breaks: 'what was not moved is not accepted beforehand',
      is: '    if (!this.#moved.has(realPath)) return;\n',
      becomes: '',
    },
    {
      breaks: 'what is accepted is announced',
      is: '    this.#changed.fire(this.#candidates);\n  }\n\n  dispose',
      becomes: '  }\n\n  dispose',
    },
    {
      breaks: 'an accepted folder is available for that server',
      is: 'const isAccepted = availability',
      becomes: 'const isAccepted = this.#looks < 0 && availability',
    },
    {
      breaks: 'a swapped folder is moved',
      is: 'if (before?.realPath === realPath && isSwapped(before.identity, identity)) this.#moved.add(realPath);',
      becomes: '',
    },
    {
      breaks: 'a swapped folder stays moved when the first one is put back',
      is: 'isSwapped(before.identity, identity)) this.#moved.add(realPath);',
      becomes:
        'isSwapped(before.identity, identity)) this.#moved.has(realPath) ? this.#moved.delete(realPath) : this.#moved.add(realPath);',
    },
    {
      breaks: 'a link that was turned is no swap: it leads to a folder with decisions of its own',
      is: 'before?.realPath === realPath && ',
      becomes: 'before !== undefined && ',
    },
    {
      breaks: 'a remount is no swap',
      is: 'before.device === now.device && ',
      becomes: '',
    },
    {
      breaks: 'a folder is known by its inode',
      is: ' && before.inode !== now.inode',
      becomes: ' && before.device !== now.device',
    },
    {
      breaks: 'a folder that was deleted and cloned anew is no swap',
      is: '{ ...before, identity: undefined }',
      becomes: '{ ...before }',
    },
    {
      breaks: 'a folder that could not be read for a while is compared with what it was',
      is: "before !== undefined && (sighting.kind === 'missing' || sighting.kind === 'not a directory')",
      becomes: 'before !== undefined',
    },
    {
      breaks: 'a moved folder is moved under every name',
      is: "sighting?.kind === 'available' && this.#moved.has(sighting.realPath)",
      becomes:
        "sighting?.kind === 'available' && path === sighting.realPath && this.#moved.has(sighting.realPath)",
    },
    {
      breaks: 'a swap is not forgotten while another name leads there',
      is: '      if (led.has(realPath)) continue;\n',
      becomes: '',
    },
    {
      breaks: 'a swap is forgotten with the last name that leads there',
      is: '      this.#moved.delete(realPath);\n      this.#accepted',
      becomes: '      this.#accepted',
    },
    {
      breaks: 'what was accepted is forgotten with the last name that leads there',
      is: '      this.#accepted.delete(realPath);\n',
      becomes: '',
    },
    {
      breaks: 'two missing folders are two',
      is: '`unavailable ${entry.uri}`',
      becomes: "'unavailable'",
    },
    {
      breaks: 'two names of one real path are one candidate',
      is: "'realPath' in availability ? availability.realPath : `",
      becomes: "'realPath' in availability ? entry.uri : `",
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
      is: 'if (JSON.stringify(next) === JSON.stringify(this.#candidates)) return;',
      becomes: '',
    },
    {
      breaks: 'a folder without a path is no folder on this disk',
      is: "if (path === undefined) return { kind: 'scheme not supported', scheme: uri.slice(0, uri.indexOf(':')) };",
      becomes: 'if (path === undefined) return undefined;',
    },
  ]),
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
];
