import type { DisclosureEvent, Who } from '../../core/record/disclosure';
import type { RecordEntry } from '../../core/record/recordEntry';
import { displayText } from '../../core/text';
import { clockText } from '../moments';
import { callEndsText, callEndText, durationText } from './callEndsText';

/** One fact of the record in words, in one line. */
export function eventText(what: DisclosureEvent): string {
  const uris = urisOf(what);
  const text = displayText(sentenceOf(what), 700);
  return uris === undefined ? text : `${text}: ${displayText(uris.join(', ') || 'nothing', 2000)}`;
}

/** One entry of the record in words; several URIs follow in lines of their own. */
export function entryLines(entry: RecordEntry): readonly string[] {
  const uris = urisOf(entry.what);
  const text = `${whoText(entry.who)}${displayText(sentenceOf(entry.what), 700)}`;
  const count = timesText(entry);
  if (uris === undefined) return [`${text}${count}`];
  const isShort = uris.length < 2 && entry.what.event !== 'spawned' && entry.what.event !== 'connected';
  if (isShort || uris.length === 0) return [`${text}: ${displayText(uris[0] ?? 'nothing', 500)}${count}`];
  return [`${text}${count}:`, ...uris.map((uri) => `    ${displayText(uri, 500)}`)];
}

/** How often an entry happened in a row; empty for once. */
export function timesText({ times, until }: RecordEntry): string {
  return times === 1 ? '' : ` (${times.toLocaleString()} times, last at ${clockText(until)})`;
}

function whoText(who: Who): string {
  return typeof who === 'string' ? '' : `for the client “${displayText(who.client, 80)}”: `;
}

/** The URIs that follow the sentence; undefined for events without any. */
function urisOf(what: DisclosureEvent): readonly string[] | undefined {
  switch (what.event) {
    case 'spawned':
    case 'connected':
      return what.told;
    case 'answered':
    case 'not untold':
    case 'session':
      return what.uris;
    default:
      return undefined;
  }
}

function sentenceOf(what: DisclosureEvent): string {
  switch (what.event) {
    case 'spawned':
      return `started as process ${what.pid} in ${displayText(what.cwd, 300)}; its launch told it`;
    case 'connected':
      return `reached at ${what.address}; address and headers told it`;
    case 'initialised':
      return `initialised with ${what.protocol ?? 'MCP'} ${what.protocolVersion}, reports as ${what.serverInfo}`;
    case 'asked':
      return 'asked for its roots';
    case 'answered':
      return 'asked for its roots and was told';
    case 'session':
      return `was sent ${what.by} with`;
    case 'list_changed':
      return 'was told that its list has changed';
    case 'not untold':
      return 'is not to know any more what it was told and keeps';
    case 'held':
      return `a request was held: ${what.method}`;
    case 'released':
      return `held requests were let go: ${what.count}`;
    case 'replaced':
      return `was started again: ${what.why}`;
    case 'refused':
      return `was refused: ${what.why}`;
    case 'called':
      return what.ends === undefined
        ? `its tool ${what.tool} was called`
        : `its tool ${what.tool} was called: ${callEndsText(what.ends)}`;
    case 'call ended':
      return `a call of its tool ${what.tool} ${callEndText(what.how)} after ${durationText(what.took)}`;
    case 'sampled': {
      const { model, inputTokens, outputTokens } = what;
      const cost = `${inputTokens.toLocaleString()} tokens in, ${outputTokens.toLocaleString()} out`;
      return `had the language model ${displayText(model, 80)} answer (${cost})`;
    }
    case 'sampling refused':
      return `asked a language model and was refused: ${what.why}`;
    case 'elicited': {
      const asked = what.how === 'form' ? 'asked you to fill in a form' : 'asked you to open an address';
      return `${asked}: ${outcomeText(what)}`;
    }
    case 'failed':
      return `failed: ${what.why}`;
    case 'exited':
      return `ended: ${what.how}`;
    case 'decided': {
      const word = what.verdict === 'allow' ? 'you allowed' : 'you did not allow';
      const howLong = what.duration === 'session' ? 'in this session' : 'always';
      return `${word} ${displayText(what.folder, 300)}, ${howLong}`;
    }
    case 'withdrawn':
      return `you took back what you had decided about ${displayText(what.folder, 300)}`;
    case 'approved':
      return 'you approved its definition';
    case 'approval taken back':
      return 'you took the approval of its definition back';
  }
}

function outcomeText({ how, outcome }: Extract<DisclosureEvent, { event: 'elicited' }>): string {
  switch (outcome) {
    case 'accept':
      return how === 'form' ? 'you sent it' : 'you opened it';
    case 'decline':
      return 'you declined';
    case 'cancel':
      return 'you left it';
  }
}
