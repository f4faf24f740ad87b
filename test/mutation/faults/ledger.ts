import { faultsIn } from '../fault';

/** The ledger: what takes something away holds at once, what gives holds once it is safely kept (rules 1, 6). */
export const ledgerFaults = [
  ...faultsIn('core/consent/ledger.ts', [
    {
      breaks: 'a decision for the session is never written',
      is: '    if (isSession) return;\n',
      becomes: '',
    },
    {
      breaks: 'a withdrawal holds at once',
      is: '    this.#sayAndHold(records);',
      becomes: '    this.#say(records);',
    },
    {
      breaks: 'what is refused or withdrawn is announced as the word of the user',
      is: '      this.#say(words);\n',
      becomes: '',
    },
    {
      breaks: 'a grant is announced as the word of the user once it is kept',
      is: 'const due = grants.filter((grant) => this.#unsaid.delete(grant));',
      becomes: 'const due: readonly Decision[] = [];',
    },
    {
      breaks: 'a decision covers nothing beside the folder',
      is: '    if (folders === undefined) return undefined;\n',
      becomes:
        '    if (folders === undefined) return undefined;\n    for (const [each, one] of folders) if (folder.startsWith(each)) return one;\n',
    },
    {
      breaks: 'a grant for always holds only once it is kept',
      is: 'this.#sayAndHold(atOnce);',
      becomes: 'this.#sayAndHold(decisions);',
    },
    {
      breaks: 'a refusal holds at once',
      is: 'this.#sayAndHold(atOnce);',
      becomes: 'if (isSession) this.#sayAndHold(atOnce);',
    },
    {
      breaks: 'a refusal holds at once, also beside a grant in one answer',
      is: 'this.#sayAndHold(atOnce);',
      becomes: 'if (atOnce.length === decisions.length) this.#sayAndHold(atOnce);',
    },
    {
      breaks: 'a refusal that could not be kept is tried again',
      is: '    this.unkept.add(atOnce);\n',
      becomes: '',
    },
    {
      breaks: 'a grant around a folder is found behind a refusal',
      is: "decision === undefined || decision.verdict === 'allow'",
      becomes: 'decision !== null',
    },

    {
      breaks: 'what is kept for always is not of the window any more',
      is: '      this.#sayGrants(grants);\n      this.#letGoOfWindow(decisions);',
      becomes: '      this.#sayGrants(grants);',
    },
    {
      breaks: 'a grant that is being written is followed by its withdrawal',
      is: ' ||\n      this.#writing.has(keyOf(record));',
      becomes: ';',
    },
    {
      breaks: 'a withdrawal of what stands is written',
      is: 'this.#standingFor(record) !== undefined ||\n',
      becomes: '',
    },
    {
      breaks:
        'a later word is later by the clock, also within one millisecond and with a clock that was set back',
      is: 'each.decidedAt + 1)',
      becomes: 'each.decidedAt)',
    },
    {
      breaks: 'two words of this window never have one time',
      is: 'Math.max(this.#clock.now(), this.#lastWord + 1)',
      becomes: 'this.#clock.now()',
    },
    {
      breaks: 'a withdrawal of this window outlasts the grant of the same time',
      is: "standing.verdict === 'deny' && own.verdict === 'allow'",
      becomes: "own.verdict === 'allow' || own.verdict === 'undecided'",
    },
    {
      breaks: 'a refusal of another window overrules the grant of the same time',
      is: "standing.verdict === 'deny' && own.verdict === 'allow'",
      becomes: 'false',
    },
    {
      breaks: 'the later word holds',
      is: 'standing.decidedAt > own.decidedAt',
      becomes: 'standing.decidedAt < own.decidedAt',
    },
    {
      breaks: 'a newer word of another window holds',
      is: 'standing !== undefined && overrules(standing, own)',
      becomes: 'standing !== undefined && false',
    },
    {
      breaks: 'what another window has overruled does not come back',
      is: '      this.#window.delete(keyOf(pair));\n      return this.#withFolder(standing);',
      becomes: '      return this.#withFolder(standing);',
    },
    {
      breaks: 'a withdrawal of this window holds over what stands',
      is: "own.verdict === 'undecided' ? undefined : this.#withFolder(own)",
      becomes: "own.verdict === 'undecided' ? standing : this.#withFolder(own)",
    },
    {
      breaks: 'the nearest decision counts, also a refusal',
      is: 'if (decision !== undefined) return decision;',
      becomes: "if (decision?.verdict === 'allow') return decision;",
    },
    {
      breaks: 'a decision covers what lies any number of folders below',
      is: '      path = parent;',
      becomes: '      return folders.get(parent);',
    },
    {
      breaks: 'a decision covers a whole disk',
      is: '      if (parent === path) return undefined;',
      becomes: '      if (this.#path.dirname(parent) === parent) return undefined;',
    },
    {
      breaks: 'what was said in this window is not undone by an earlier host of it',
      is: '!this.#spokenOf.has(keyOf(decision)) && !stands(decision)',
      becomes: '!stands(decision)',
    },
    {
      breaks: 'a withdrawal counts as said in this window',
      is: '    for (const key of keys) this.#spokenOf.add(key);\n',
      becomes: '',
    },
    {
      breaks: 'a decision of an earlier host does not hold against a newer one that stands',
      is: ' && !stands(decision)',
      becomes: '',
    },
    {
      breaks: 'what came to stand is not of the window any more',
      is: '?? -1) >= decision.decidedAt',
      becomes: '?? -1) > decision.decidedAt',
    },
    {
      breaks: 'a later word of this window is not dropped with an earlier one that is now kept',
      is: 'held !== undefined && held.decidedAt <= record.decidedAt',
      becomes: 'held !== undefined',
    },
    {
      breaks: 'what this window said holds, also after another window wrote something',
      is: '[...this.#window.values(), ...this.#bound.values()]',
      becomes: '[...this.#bound.values()]',
    },
    {
      breaks: 'what another window withdrew does not hold any more',
      is: 'if (this.#store.standing !== this.#madeFrom) return this.#refresh();',
      becomes: '',
    },
    {
      breaks: 'no decision further out overrules a record that cannot be believed',
      is: 'unreadable.has({ server, folder: path }) || !isFolder(path)',
      becomes: '!isFolder(path)',
    },
    {
      breaks: 'a record of a folder in between that cannot be believed counts too',
      is: 'unreadable.has({ server, folder: path })',
      becomes: 'unreadable.has({ server, folder })',
    },
    {
      breaks: 'a record that cannot be believed any more is announced',
      is: 'isAnyones || !sameFolders(',
      becomes: '!sameFolders(',
    },
    {
      breaks: 'a record that cannot be believed is withdrawn too',
      is: '      this.#store.unreadable.has(record) ||\n',
      becomes: '',
    },
    {
      breaks: 'the store is heard',
      is: 'this.#lifetime.add(store.onDidChange(() => this.#refresh()));',
      becomes: '',
    },
    {
      breaks: 'what stood before this window is in force from the beginning',
      is: '    this.#lifetime.add(store.onDidChange(() => this.#refresh()));\n    this.#refresh();',
      becomes: '    this.#lifetime.add(store.onDidChange(() => this.#refresh()));',
    },
    {
      breaks: 'a grant still counts as being written while the last of two writes is under way',
      is: 'if (others > 0) this.#writing.set(key, others);',
      becomes: 'if (others > 1) this.#writing.set(key, others);',
    },
    {
      breaks: 'only the servers concerned are named',
      is: 'this.#announce([...servers].filter(isOther));',
      becomes: 'this.#announce([...servers]);',
    },
    {
      breaks: 'the announcement comes when the state is true',
      is: '      put(this.#effective, pair, now);\n      return !sameDecision(before, now);',
      becomes:
        '      queueMicrotask(() => put(this.#effective, pair, now));\n      return !sameDecision(before, now);',
    },
    {
      breaks: 'what holds while it is written is not listed as a decision of the session',
      is: " && each.duration === 'session' ? this.#withFolder(each)",
      becomes: ' ? this.#withFolder(each)',
    },
    {
      breaks: 'a withdrawal that could not be kept is tried again',
      is: '    this.unkept.add(written);\n',
      becomes: '',
    },
    {
      breaks: 'what could not be kept is tried again after a while',
      is: 'this.#retry.value = this.#clock.after(this.#patience, () => void this.keepAgain());',
      becomes: '',
    },
    {
      breaks: 'it is tried less often each time',
      is: 'Math.min(2 * this.#patience, lastRetry)',
      becomes: 'firstRetry',
    },
    {
      breaks: 'nothing is tried after the end',
      is: 'taken.length === 0 || this.#lifetime.ended',
      becomes: 'taken.length === 0',
    },
    {
      breaks: 'what a host before this one could not take away is tried again',
      is: '    this.unkept.add(due);\n',
      becomes: '',
    },
    {
      breaks: 'what a host before this one took away holds, though it is not kept',
      is: 'this.#holdInWindow(due.filter((word) => !this.#spokenOf.has(keyOf(word))));',
      becomes: '',
    },
    {
      breaks: 'a withdrawal of a host before this one takes nothing that was granted since',
      is: 'this.#holdInWindow(due.filter((word) => !this.#spokenOf.has(keyOf(word))));',
      becomes: 'this.#holdInWindow(due);',
    },
    {
      breaks: 'what was taken away earlier does not take what was granted since',
      is: 'return standing.decidedAt < word.decidedAt;',
      becomes: 'return true;',
    },
    {
      breaks: 'a grant that is tried again is only what takes away',
      is: "records.filter(({ verdict }) => verdict !== 'allow')",
      becomes: 'records',
    },
  ]),
  ...faultsIn('core/consent/byPair.ts', [
    {
      breaks: 'what is decided for one server says nothing of another',
      is: '${server}\\0${folder}',
      becomes: '${folder}',
    },
    {
      breaks: 'another duration is announced',
      is: 'a?.verdict === b?.verdict && a?.duration === b?.duration',
      becomes: 'a?.verdict === b?.verdict',
    },
    {
      breaks: 'a change from grant to refusal is announced',
      is: 'a?.verdict === b?.verdict && ',
      becomes: '',
    },
    {
      breaks: 'a decision more is announced',
      is: 'a.size === b.size && ',
      becomes: '',
    },
  ]),
];
