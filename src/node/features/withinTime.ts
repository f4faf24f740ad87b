import { RequestRefusal } from '../../core/session/requestRefusal';

/**
 * Runs something that a server waits for, within a bound.
 * @param run is given a signal that fires when the server takes its request back, or the time is up
 * @throws {RequestRefusal} saying `tooLate` when the time is up; otherwise what `run` throws
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
    // Whoever runs may be slow to give up; the server is not kept waiting for that.
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
