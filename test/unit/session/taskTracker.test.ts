import { deepEqual, equal } from 'node:assert/strict';
import { TaskTracker } from '../../../src/core/session/taskTracker';
import { outsideText } from '../../../src/core/session/outsideText';

describe('TaskTracker', () => {
  it('end with their process, and live again when another announces them', () => {
    const tasks = new TaskTracker();
    tasks.announce('a');
    deepEqual([tasks.any, tasks.fateOf('a')], [true, undefined]);
    tasks.endAll(outsideText('ended'));
    deepEqual([tasks.any, tasks.fateOf('a'), tasks.fateOf('b')], [false, outsideText('ended'), undefined]);
    tasks.announce('a');
    equal(tasks.fateOf('a'), undefined);
  });

  it('are forgotten, the oldest first, when too many are dead', () => {
    const tasks = new TaskTracker();
    for (let task = 0; task <= 10_000; task += 1) tasks.announce(`${task}`);
    tasks.endAll(outsideText('ended'));
    deepEqual([tasks.fateOf('0'), tasks.fateOf('1')], [undefined, outsideText('ended')]);
  });
});
