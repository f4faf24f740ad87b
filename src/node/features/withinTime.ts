import { RequestRefusal } from '../../core/session/requestRefusal';

/**
 * Runs something that a server waits for, within a limit of time.
 * @param run gets a signal that aborts when the request is cancelled, or the time is over
 * @throws {RequestRefusal} with the text `tooLate` when the time is over; when the request is cancelled, the signal's
 * reason; otherwise what `run` throws
 */
export async function withinTime<T>(
  run: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  milliseconds: number,
  tooLate: string,
): Promise<T> {
  const bound = new AbortController();
  const giveUp = () => bound.abort(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  const timer = setTimeout(() => bound.abort(new RequestRefusal('notPossible', tooLate)), milliseconds);
  try {
    // `run` may react slowly to the signal; the server does not wait for that.
    const result = await Promise.race([run(bound.signal), aborted(bound.signal)]);
    bound.signal.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
