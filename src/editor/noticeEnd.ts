import type { Event } from '../core/event';
import { Lifetime, toDisposable } from '../core/lifecycle';

/** What can end a notice. */
interface Ends {
  /** Fires when the user closes it. */
  readonly onClosed: Event<unknown>;
  /** Fires when what it says may not be true any more. */
  readonly onChanged: Event<unknown>;
  /** Aborted when no notice is shown any more. */
  readonly over: AbortSignal;
}

/**
 * Waits until a notice ends, and leaves nothing behind that listens.
 * @returns "other" when it is not true any more; "gone" when the user closed it, or no notice is shown any more
 */
export function noticeEnd(
  { onClosed, onChanged, over }: Ends,
  isTrue: () => boolean,
): Promise<'gone' | 'other'> {
  return new Promise((resolve) => {
    const listening = new Lifetime();
    const end = (how: 'gone' | 'other') => {
      listening.dispose();
      resolve(how);
    };
    const leave = () => end('gone');
    const look = () => {
      if (!isTrue()) end('other');
    };
    over.addEventListener('abort', leave);
    listening.add(toDisposable(() => over.removeEventListener('abort', leave)));
    listening.add(onClosed(leave));
    listening.add(onChanged(look));
    if (over.aborted) leave();
    else look();
  });
}
