import { faultsIn } from '../fault';

/** What peers make this side hold (rule 15). */
export const memoryFaults = [
  ...faultsIn(
    'core/boundedMap.ts',
    [
      {
        breaks: 'the oldest goes where there are too many',
        is: 'this.#held.size <= this.#bounds.entries && ',
        becomes: '',
      },
      {
        breaks: 'the oldest goes where it is too much together',
        is: ' && this.#weight <= this.#bounds.weight',
        becomes: '',
      },
      {
        breaks: 'what is replaced weighs nothing any more',
        is: '    this.delete(key);\n    const weight',
        becomes: '    const weight',
      },
    ],
    ['core/boundedMap'],
  ),
  ...faultsIn(
    'core/servers/toolMemory.ts',
    [
      {
        breaks: 'a server whose other tools are not kept stays marked',
        is: 'return this.#hasMore ? [...changes, moreChanges] : changes;',
        becomes: 'return changes;',
      },
      {
        breaks: 'a description that cannot be compared is like no other',
        is: ' && digest !== unreadable',
        becomes: '',
      },
    ],
    ['servers/toolMemory'],
  ),
  ...faultsIn(
    'core/acp/conversation/agentSettings.ts',
    [
      {
        breaks: 'there are no groups in groups',
        is: 'return all(grouped.data.options, readChoice).map(',
        becomes: 'return readChoices(grouped.data.options).map(',
      },
    ],
    ['acp/conversation'],
  ),
  ...faultsIn(
    'core/acp/conversation/shownChanges.ts',
    [
      {
        breaks: 'what an agent says waits for a face in a bounded number',
        is: 'count >= most || ',
        becomes: '',
      },
      {
        breaks: 'what an agent says waits for a face with a bounded weight',
        is: ' || this.#weight + weightOf(next) > mostWeight',
        becomes: '',
      },
      {
        breaks: 'an entry that became another one since counts as held',
        is: "return entryWeight(shown.entry) + (shown.kind === 'grew' ? shown.text.length : 0);",
        becomes: "return shown.kind === 'grew' ? shown.text.length : entryWeight(shown.entry);",
      },
      {
        breaks: 'nothing waits for a face that has failed',
        is: '      this.#waiting.length = 0;\n',
        becomes: '      this.#failure = undefined;\n',
      },
    ],
    ['acp/shownChanges'],
  ),
  ...faultsIn(
    'core/acp/conversation/updates.ts',
    [
      {
        breaks: 'an id that is too long is none',
        is: 'lenient(z.string().check(z.maxLength(1024)))',
        becomes: 'lenient(z.string())',
      },
    ],
    ['acp/conversation'],
  ),
  ...faultsIn(
    'core/session/inFlight.ts',
    [
      {
        breaks: 'what a server makes us keep of its requests is bounded by its length too',
        is: 'this.#server.size < mostServerRequests && this.#server.weight < mostWeight',
        becomes: 'this.#server.size < mostServerRequests',
      },
      {
        breaks: 'a client that is never answered does not ask on without end',
        is: 'this.#client.size < mostClientRequests && this.#client.weight < mostWeight',
        becomes: 'true',
      },
    ],
    ['session/inFlight'],
  ),
  ...faultsIn(
    'core/record/firstWords.ts',
    [
      {
        breaks: 'what one session was told says nothing of another',
        is: "const session = row.session ?? '';",
        becomes: "const session = '';",
      },
      {
        breaks: 'it is never lost that somebody was told of a folder',
        is: '      if (pairsOf(row).some((pair) => this.#tellings.get(pair) === 1)) continue;\n',
        becomes: '',
      },
      {
        breaks: 'sessions without end do not fill the record',
        is: '    if (this.#rows.size > most) this.#dropOldest();\n',
        becomes: '',
      },
    ],
    ['record'],
  ),
  ...faultsIn(
    'core/record/disclosureLog.ts',
    [
      {
        breaks: 'the end of a call is kept with that call, in its own session',
        is: '    const row = calls.get(call);\n    calls.delete(call);\n',
        becomes: '    const row = [...calls.values()].at(-1);\n',
      },
    ],
    ['record'],
  ),
  ...faultsIn(
    'core/sampling/secretsIn.ts',
    [
      {
        breaks: 'a secret is seen wherever it goes to a model',
        is: "[systemPrompt ?? '', ...texts, ...stopSequences]",
        becomes: 'texts',
      },
    ],
    ['features/secretsIn'],
  ),
];
