import { displayText } from '../../text';

/**
 * What the user reads about the end of a turn, by the agent's stop reason (ACP, stop reasons); undefined where the
 * agent ended as usual.
 */
export function turnEndText(stopReason: string): string | undefined {
  switch (stopReason) {
    case 'end_turn':
      return undefined;
    case 'cancelled':
      return 'Stopped.';
    case 'refusal':
      return 'The agent refuses to go on. It does not keep this message and what followed it; write another one.';
    case 'max_tokens':
      return 'The agent stopped: the model has said as much as it may at once. Ask it to go on.';
    case 'max_turn_requests':
      return 'The agent stopped: it has asked its model as often as it may in one turn. Ask it to go on.';
    default:
      return `The agent stopped: ${displayText(stopReason, 40)}.`;
  }
}
