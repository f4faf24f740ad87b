import { faultsIn } from '../fault';

/** When the disk is looked at, and processes, while nothing happens and when something does (rules 4, 10 and 18). */
export const looksFaults = [
  ...faultsIn(
    'node/folders/folderLooks.ts',
    [
      {
        breaks: 'what the system told makes the last look old',
        is: '    this.#isDoubted = true;\n',
        becomes: '    if (!this.#isFollowing) this.#isDoubted = true;\n',
      },
      {
        breaks: 'an old look is no word for an answer',
        is: 'const isFresh = !this.#isDoubted && ',
        becomes: 'const isFresh = !this.#isDoubted || ',
      },
      {
        breaks: 'a folder of which the system does not tell is looked at now and then',
        is: 'path !== undefined && !this.#told.has(path)',
        becomes: 'path !== undefined && path.length === 0',
      },
      {
        breaks: 'nobody looks while nobody wants it',
        is: '(this.#isWanted() || this.#unanswered.length > 0) && !',
        becomes: '!',
      },
    ],
    ['folders/folderLooks'],
  ),
  ...faultsIn(
    'node/watching/wayWatches.ts',
    [
      {
        breaks: 'what is put in the place of a directory is watched, not what was there',
        // Both: on Linux a directory that is moved also says so itself, elsewhere only what holds it does.
        is: '    if (name !== null) this.#forget(join(directory, name));\n    if (name === null || isOwn) this.#forget(directory);\n',
        becomes: '',
      },
      {
        breaks: 'what happens beside the way is of no interest',
        is: 'if (name !== null && !isOwn && !watched.names.has(name)) return',
        becomes: 'if (watched.idle < 0) return',
      },
    ],
    ['folders/folderLooks'],
  ),
  ...faultsIn(
    'node/watching/wayTo.ts',
    [
      {
        breaks: 'a link on the way is followed',
        is: "if (stat.isSymbolicLink()) return 'link';",
        becomes: '',
      },
      {
        breaks: 'a link leads on from where it lies',
        is: 'if (target.startsWith(sep)) at = root;',
        becomes: 'at = root;',
      },
      {
        breaks: 'a ring of links has an end',
        is: 'if ((links += 1) > mostLinks) return places;',
        becomes: '',
      },
      {
        breaks: 'disks on which others change things are not believed to tell',
        is: "tellsOfChanges(next) ? kindOf(next) : 'unknown'",
        becomes: "links < 0 ? 'unknown' : kindOf(next)",
      },
    ],
    ['folders/wayTo'],
  ),
  ...faultsIn(
    'node/folders/inTime.ts',
    [
      {
        breaks: 'no timer goes on once a disk has answered',
        is: 'await setTimeout(step, undefined, { signal: over }).catch(() => undefined);',
        becomes: 'await setTimeout(step);',
      },
    ],
    ['folders/inTime'],
  ),
  ...faultsIn(
    'node/session/sessionDriver.ts',
    [
      {
        breaks: 'the disk is looked at before folders are told',
        is: "envelope.method === 'roots/list'",
        becomes: "envelope.method === 'roots/lists'",
      },
      {
        breaks: 'what a side says keeps its order while the disk is looked at',
        is: 'if (waiting !== undefined) return void waiting.push(payload);',
        becomes: '',
      },
      {
        breaks: 'a server that is gone is not answered in the name of its successor',
        is: '    if (this.#waiting.get(side) !== waiting) return;\n',
        becomes: '',
      },
      {
        breaks: 'a session that could not deal with what waited for a look ends',
        is: '.catch((error: unknown) => this.#failed(error))',
        becomes: '.catch(() => undefined)',
      },
    ],
    ['session/sessionDriver'],
  ),
  ...faultsIn(
    'node/process/guard/watchList.ts',
    [
      {
        breaks: 'the guard looks when something is called',
        is: '    if (!wasBusy) this.#lookNow();\n',
        becomes: '',
      },
      {
        breaks: 'the guard looks now and then when nothing is called',
        is: ': quiet;',
        becomes: ': quiet * 1e6;',
      },
    ],
    ['process/watchList'],
  ),
  ...faultsIn(
    'node/servers/envFileLooks.ts',
    [
      {
        breaks: 'an envFile that is another one has the definition read again',
        is: 'if (this.#seen.get(server.id) !== stamp)',
        becomes: 'if (!this.#seen.has(server.id))',
      },
    ],
    ['servers/envFileLooks'],
  ),
  ...faultsIn(
    'node/stores/windowLease.ts',
    [
      {
        breaks: 'a lease whose file was removed is written anew',
        is: ' && (await kept.stat()).nlink > 0',
        becomes: '',
      },
    ],
    ['stores/windowLease'],
  ),
];
