import type { CallEnds } from '../../core/record/callEnds';
import { callEnds, type CallEnd } from '../../core/session/toolCalls';

/** How calls ended and how long that took, in words. */
export function callEndsText({ counts, shortest, longest }: CallEnds): string {
  const ended = callEnds.flatMap((how) => {
    const count = counts[how] ?? 0;
    return count === 0 ? [] : [{ how, count }];
  });
  const [only] = ended;
  if (ended.length === 1 && only?.count === 1)
    return `${callEndText(only.how)} after ${durationText(longest)}`;
  const listed = ended.map(({ how, count }) => `${count.toLocaleString()} ${callEndText(how)}`).join(', ');
  const span =
    durationText(shortest) === durationText(longest)
      ? `in ${durationText(longest)}`
      : `in ${durationText(shortest)} to ${durationText(longest)}`;
  return `${listed}, ${span}`;
}

/** How one call ended, in words. */
export function callEndText(how: CallEnd): string {
  return how === 'goes on as a task' ? 'went on as a task' : how;
}

/** A time that something took, in milliseconds, as people read it. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
