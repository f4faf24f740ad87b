import { displayLines, displayText } from '../../text';
import { placeText, type PermissionQuestion } from '../permission';
import type { ConversationChange } from './conversation';
import type { Entry } from './entry';
import { KeptIds } from './keptIds';
import { isOver, type ToolCall } from './toolCall';
import { contentText, planText, statText, stepBox, toolKindText, toolStateText, toolTexts } from './words';

/** How many lines of a tool's output are written; of the rest, only the number. */
const mostLines = 10;

const style = {
  dim: [2, 22],
  bold: [1, 22],
  yellow: [33, 39],
  red: [31, 39],
  green: [32, 39],
  cyan: [36, 39],
} as const;

/** Written before what the user types. */
export const terminalPrompt = '› ';

/** Written before an answer that the user types. */
export const answerPrompt = `Your answer ${terminalPrompt}`;

/** Text of this extension in a colour or weight of the terminal's own theme. */
export function styled(how: keyof typeof style, text: string): string {
  const [on, off] = style[how];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Text of any origin for a terminal, without control sequences (rule 9). */
function terminalLines(text: string): string {
  return displayLines(text).replaceAll('\n', '\r\n');
}

/**
 * Turns a conversation into text for a terminal, change by change: messages as they come, thoughts dimmed, a plan as a
 * list, a tool call once it is over. What is written is never changed afterwards.
 */
export class TerminalFace {
  #last: number | undefined;
  #atLineStart = true;
  readonly #settled = new KeptIds();

  /** What to write for a change; empty where there is nothing. */
  of(change: ConversationChange): string {
    switch (change.kind) {
      case 'settings':
        return '';
      case 'grew':
        return this.#text(change.entry, change.text);
      case 'added':
        return change.entry.kind === 'text'
          ? this.#text(change.entry, change.entry.text)
          : this.#entry(change.entry);
      case 'changed':
        return this.#entry(change.entry);
    }
  }

  /** The user's message, as written in the terminal. */
  asked(text: string): string {
    return this.line(`${terminalPrompt}${terminalLines(text).replaceAll('\r\n', '\r\n  ')}`);
  }

  /** A question of the agent for permission, with a number for each of its options. */
  permission({ title, places, omissions, options }: PermissionQuestion): string {
    const lines = [
      styled('yellow', `Your permission is asked for: ${title}`),
      ...places.map((place) => {
        const text = `  ${place.given}: ${placeText(place)}`;
        return place.root === undefined ? styled('yellow', text) : text;
      }),
      ...omissions.map((each) => styled('yellow', `  ${each}`)),
      ...options.map(({ name }, index) => `  ${styled('bold', String(index + 1))} ${name}`),
      styled('dim', 'Type the number of your answer, then press Enter.'),
    ];
    return this.line(lines.join('\r\n'));
  }

  /** A line break, unless the cursor is at the beginning of a line. */
  fresh(): string {
    if (this.#atLineStart) return '';
    this.#atLineStart = true;
    this.#last = undefined;
    return '\r\n';
  }

  /** A text as a line of its own. */
  line(text: string): string {
    return `${this.fresh()}${text}\r\n`;
  }

  #text(entry: Entry & { kind: 'text' }, text: string): string {
    // The user's own messages are not written when they are added, but by `asked`.
    if (entry.by === 'user') return '';
    const start = this.#last === entry.id || this.#atLineStart ? '' : '\r\n';
    this.#last = entry.id;
    const lines = terminalLines(text);
    this.#atLineStart = lines.endsWith('\r\n');
    return `${start}${entry.by === 'thought' ? styled('dim', lines) : lines}`;
  }

  #entry(entry: Entry): string {
    switch (entry.kind) {
      case 'text':
        return '';
      case 'note':
        return this.line(styled('yellow', displayText(entry.text, 600)));
      case 'content':
        return entry.by === 'agent'
          ? this.line(styled('dim', displayText(contentText(entry.content), 600)))
          : '';
      case 'plan': {
        const steps = entry.steps.map((step) => `  ${stepBox(step)} ${step.text}`);
        return this.line([styled('bold', planText(entry.steps)), ...steps].join('\r\n'));
      }
      case 'tool':
        return this.#tool(entry.id, entry.call);
    }
  }

  #tool(id: number, call: ToolCall): string {
    if (this.#settled.has(id)) return '';
    if (!isOver(call)) return '';
    this.#settled.add(id);
    const colour = call.state === 'completed' ? 'green' : 'red';
    const head = `${styled(colour, '●')} ${call.title} ${styled('dim', `(${toolKindText(call.kind)}, ${toolStateText(call.state)})`)}`;
    const diffs = call.content.flatMap((each) =>
      each.kind === 'diff' ? `  ${displayText(each.path, 300)} ${styled('cyan', statText(each))}` : [],
    );
    const shown = toolTexts(call).flatMap((text) => displayLines(text).trimEnd().split('\n'));
    const lines = shown.slice(0, mostLines).map((line) => styled('dim', `  ${line}`));
    const more =
      shown.length > mostLines ? [styled('dim', `  … ${shown.length - mostLines} lines more`)] : [];
    return this.line([head, ...diffs, ...lines, ...more].join('\r\n'));
  }
}
