import { deepEqual } from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Emitter } from '../../../src/core/event';
import { noticeEnd } from '../../../src/editor/noticeEnd';

describe('A notice that stays while it is true', () => {
  const closed = new Emitter<void>();
  const changed = new Emitter<void>();

  /** How it ends by what is done, and who still listens then. */
  async function ended(
    act: (over: AbortController, becomeUntrue: () => void) => void,
  ): Promise<{ readonly end: string; readonly listening: boolean }> {
    const over = new AbortController();
    let isTrue = true;
    const becomeUntrue = () => (isTrue = false);
    const ends = { onClosed: closed.event, onChanged: changed.event, over: over.signal };
    const ending = noticeEnd(ends, () => isTrue);
    changed.fire();
    act(over, becomeUntrue);
    const end = await ending;
    const listeners = getEventListeners(over.signal, 'abort').length;
    return { end, listening: listeners > 0 || closed.hasListeners || changed.hasListeners };
  }

  it('goes when the user closes it', async () => {
    deepEqual(await ended(() => closed.fire()), { end: 'gone', listening: false });
  });

  it('is followed by another one when it is not true any more', async () => {
    const end = await ended((_, becomeUntrue) => {
      becomeUntrue();
      changed.fire();
    });
    deepEqual(end, { end: 'other', listening: false });
  });

  it('goes with the window', async () => {
    deepEqual(await ended((over) => over.abort()), { end: 'gone', listening: false });
  });

  it('goes at once when it comes too late', async () => {
    const ends = { onClosed: closed.event, onChanged: changed.event };
    deepEqual(
      await Promise.all([
        noticeEnd({ ...ends, over: AbortSignal.abort() }, () => true),
        noticeEnd({ ...ends, over: new AbortController().signal }, () => false),
      ]),
      ['gone', 'other'],
    );
    deepEqual([closed.hasListeners, changed.hasListeners], [false, false]);
  });
});
