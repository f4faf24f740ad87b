/**
 * Runs over all items, so many at a time, and waits for every one, also when some fail.
 * @returns the outcomes in the order of the items.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  atATime: number,
  run: (item: T) => Promise<R>,
): Promise<readonly PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) outcomes[index] = await outcomeOf(run, item);
  };
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, worker));
  return outcomes;
}

async function outcomeOf<T, R>(run: (item: T) => Promise<R>, item: T): Promise<PromiseSettledResult<R>> {
  try {
    return { status: 'fulfilled', value: await run(item) };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}
