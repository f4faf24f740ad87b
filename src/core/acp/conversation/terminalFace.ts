import { displayLines, displayText } from '../../text';
import { placeText, type PermissionQuestion } from '../permission';
import type { ConversationChange } from './conversation';
import type { Entry } from './entry';
import { KeptIds } from './keptIds';
import { isOver, type ToolCall } from './toolCall';
import { contentText, planText, statText, stepBox, toolKindText, toolStateText, toolTexts } from './words';

/** Lines of what a tool shows that are written; the rest is counted. */
const mostLines = 10;

const style = {
  dim: [2, 22],
  bold: [1, 22],
  yellow: [33, 39],
  red: [31, 39],
  green: [32, 39],
  cyan: [36, 39],
} as const;

/** Stands before what the user types. */
export const terminalPrompt = '› ';

/** Stands before an answer that the user types. */
export const answerPrompt = `Your answer ${terminalPrompt}`;

/** Text of ours in a colour or weight of the terminal's own theme. */
export function styled(how: keyof typeof style, text: string): string {
  const [on, off] = style[how];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Text of any origin for a terminal: nothing in it acts on the terminal (rule 9). */
function terminalLines(text: string): string {
  return displayLines(text).replaceAll('\n', '\r\n');
}

/**
 * A conversation as it is written to a terminal, change by change: text as it comes, thoughts dimmed, a plan as a list, a
 * line for a call where it begins and one where it ends. Only ever adds.
 */
export class TerminalFace {
  #last: number | undefined;
  #atLineStart = true;
  readonly #settled = new KeptIds();

  /** What is to be written for a change; empty where nothing is. */
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

  /** What the user has said. */
  asked(text: string): string {
    return this.line(`${terminalPrompt}${terminalLines(text).replaceAll('\r\n', '\r\n  ')}`);
  }

  /** What the agent asks to be permitted, with the numbers of its own answers. */
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

  /** What begins a new line, where something stands in this one. */
  fresh(): string {
    if (this.#atLineStart) return '';
    this.#atLineStart = true;
    this.#last = undefined;
    return '\r\n';
  }

  /** A line of its own. */
  line(text: string): string {
    return `${this.fresh()}${text}\r\n`;
  }

  #text(entry: Entry & { kind: 'text' }, text: string): string {
    // The user's own words stand there already, unless the agent tells an earlier conversation again.
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
