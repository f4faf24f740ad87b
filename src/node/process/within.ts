/** Resolves with true when the promise is settled, with false if that takes longer than so many milliseconds. */
export function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), Math.max(milliseconds, 0));
    void promise
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer);
        resolve(true);
      });
  });
}
