import { deepEqual, equal } from 'node:assert/strict';
import type { Fingerprint } from '../../../src/core/consent/decision';
import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import { clockText, momentText } from '../../../src/editor/moments';
import { toldText, type RecordCondition } from '../../../src/editor/documents/toldText';
import type { KeptEntry } from '../../../src/node/stores/disclosureReading';

const today = Date.now();

function entry(what: DisclosureEvent, changes: Partial<KeptEntry> = {}): KeptEntry {
  return {
    window: 'own',
    place: 1,
    at: today,
    times: 1,
    until: today,
    serverId: 'user/git',
    server: 'git',
    fingerprint: 'f' as Fingerprint,
    who: 'this window',
    session: 's',
    what,
    ...changes,
  };
}

const sound: RecordCondition = {
  window: 'own',
  trouble: undefined,
  gaps: [],
  ended: new Set(['earlier']),
  passedOver: 0,
};

/** The lines below the head of the document, times made alike. */
function lines(entries: readonly KeptEntry[], condition: Partial<RecordCondition> = {}): readonly string[] {
  const text = toldText('git', entries, { ...sound, ...condition });
  const body = text.split('\n').slice(5);
  return body.map((line) => line.replace(/^ {2}[\d:]{8} /, '  hh:mm:ss ').trimEnd());
}

describe('the document of what a server was told', () => {
  it('has the newest first, by days, and says which window was another one', () => {
    const day = 24 * 60 * 60_000;
    const shown = lines([
      entry({ event: 'approved' }, { at: today - 2 * day, window: 'earlier' }),
      entry(
        { event: 'decided', folder: '/w/web', verdict: 'deny', duration: 'session' },
        { window: 'other' },
      ),
      entry({ event: 'called', tool: 'read_file' }, { who: { client: 'another editor' } }),
    ]);
    deepEqual(
      shown.filter((line) => line.startsWith(' ')),
      [
        '  hh:mm:ss  for the client “another editor”: its tool read_file was called',
        '  hh:mm:ss  (another window) you did not allow /w/web, in this session',
        '  hh:mm:ss  (earlier) you approved its definition',
      ],
    );
    equal(shown.filter((line) => /^\w.*\d{4}/.test(line)).length, 2);
  });

  it('has every folder that was told, and how often', () => {
    const answered = { event: 'answered', uris: ['file:///w/a', 'file:///w/b'] } as const;
    deepEqual(lines([entry(answered, { times: 10_000 }), entry({ event: 'answered', uris: [] })]).slice(1), [
      '  hh:mm:ss  asked for its roots and was told: nothing',
      `  hh:mm:ss  asked for its roots and was told (${(10_000).toLocaleString()} times, last at ${clockText(today)}):`,
      '                file:///w/a',
      '                file:///w/b',
    ]);
  });

  it('says where the record is not whole, and that nothing is there yet', () => {
    const gaps = [{ from: today, until: today, lost: 12 }];
    const trouble = { since: today, why: 'The disk is full.' };
    const moment = momentText(today);
    deepEqual(
      toldText('git', [], { ...sound, gaps, trouble, passedOver: 1 })
        .split('\n')
        .slice(2),
      [
        `The record is incomplete since ${moment}: what happens now is not kept. The disk is full.`,
        `From ${moment} to ${moment} the record lacks 12 lines: they could not be written.`,
        '1 line of the record could not be read, or was not written by it: left out.',
        '',
        'Newest first, of every window of this workspace.',
        'No content of files, messages or variables is kept.',
        '',
        'Nothing is recorded yet.',
      ],
    );
  });

  it('shows paths and names of others harmless', () => {
    const folder = '/w/\u202eweb\u001b[2J';
    const text = toldText('\u202egit', [entry({ event: 'withdrawn', folder })], sound);
    equal(
      Array.from(text).some((character) => character === '\u202e' || character === '\u001b'),
      false,
    );
  });

  it('says what the server has cost by asking language models, and how what it asked has ended', () => {
    const shown = lines([
      entry({ event: 'sampled', model: 'large', inputTokens: 10, outputTokens: 2 }, { times: 3 }),
      entry({ event: 'sampled', model: 'small', inputTokens: 5, outputTokens: 1 }),
      entry({ event: 'sampling refused', why: 'User rejected sampling request' }),
      entry({ event: 'elicited', how: 'form', outcome: 'cancel' }),
      entry({ event: 'elicited', how: 'address', outcome: 'accept' }),
    ]);
    const text = shown.join('\n');
    deepEqual(
      [
        'asked you to open an address: you opened it',
        'asked you to fill in a form: you left it',
        'asked a language model and was refused: User rejected sampling request',
        'had the language model small answer (5 tokens in, 1 out)',
      ].filter((each) => !text.includes(each)),
      [],
    );
    const whole = toldText(
      'git',
      [entry({ event: 'sampled', model: 'a', inputTokens: 10, outputTokens: 2 }, { times: 3 })],
      sound,
    );
    equal(whole.includes('Language models answered it 3 times: 30 tokens in, 6 out.'), true);
  });
});
