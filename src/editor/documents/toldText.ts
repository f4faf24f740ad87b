import { displayText } from '../../core/text';
import type { KeptEntry, KeptRecord } from '../../node/stores/disclosureReading';
import { countOf } from '../tree/words';
import { entryLines } from './eventText';
import { clockText, dayText, momentText } from '../moments';

/** How many entries are shown; older ones are still on disk. */
const mostShown = 2000;

/** The state of the record, besides its entries. */
export interface RecordCondition extends Pick<KeptRecord, 'gaps' | 'ended' | 'passedOver'> {
  /** The id of this window; entries of others are marked. */
  readonly window: string;
  /** Why the record on disk is incomplete now, and since when (milliseconds since the epoch). */
  readonly trouble: { readonly since: number; readonly why: string } | undefined;
}

/**
 * What a server was told and what happened to it, newest first, of all windows of this workspace.
 * @param entries of this server, oldest first
 */
export function toldText(server: string, entries: readonly KeptEntry[], condition: RecordCondition): string {
  const shown = entries.slice(-mostShown).toReversed();
  const lines: string[] = [];
  let day = '';
  for (const entry of shown) {
    const on = dayText(entry.at);
    if (on !== day) lines.push(...(day === '' ? [] : ['']), on);
    day = on;
    const [first = '', ...others] = entryLines(entry);
    const from = windowText(entry, condition);
    lines.push(`  ${clockText(entry.at)}  ${from}${first}`, ...others.map((line) => `            ${line}`));
  }
  if (entries.length > shown.length) lines.push('', `and ${entries.length - shown.length} older entries`);
  return [
    `What “${displayText(server, 80)}” was told`,
    '',
    ...conditionLines(condition),
    ...costLines(entries),
    'Newest first, of every window of this workspace.',
    'No content of files, messages or variables is kept.',
    '',
    ...(lines.length > 0 ? lines : ['Nothing is recorded yet.']),
  ].join('\n');
}

function windowText({ window }: KeptEntry, condition: RecordCondition): string {
  if (window === condition.window) return '';
  return condition.ended.has(window) ? '(earlier) ' : '(another window) ';
}

function conditionLines({ trouble, gaps, passedOver }: RecordCondition): readonly string[] {
  const lines = [
    ...(trouble === undefined
      ? []
      : [
          `The record is incomplete since ${momentText(trouble.since)}: what happens now is not kept. ${displayText(trouble.why, 500)}`,
        ]),
    ...gaps.map(
      ({ from, until, lost }) =>
        `From ${momentText(from)} to ${momentText(until)} the record lacks ${countOf(lost, 'line')}: they could not be written.`,
    ),
    ...(passedOver === 0
      ? []
      : [
          `${countOf(passedOver, 'line')} of the record could not be read, or was not written by it: left out.`,
        ]),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

/** How many answers of language models the server had, and their tokens, as far as the record goes back. */
function costLines(entries: readonly KeptEntry[]): readonly string[] {
  let [answers, tokensIn, tokensOut] = [0, 0, 0];
  for (const { what, times } of entries) {
    if (what.event !== 'sampled') continue;
    answers += times;
    tokensIn += times * what.inputTokens;
    tokensOut += times * what.outputTokens;
  }
  if (answers === 0) return [];
  const tokens = `${tokensIn.toLocaleString()} tokens in, ${tokensOut.toLocaleString()} out`;
  return [`Language models answered it ${countOf(answers, 'time')}: ${tokens}.`, ''];
}
