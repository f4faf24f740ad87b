/** Registers one step of a story, like mocha's `it`. */
export type Step = (title: string, act: (this: Mocha.Context) => Promise<void>) => void;

/**
 * Tests that tell one story in one window: each goes on from what the ones before it left.
 * A step that is run alone, by its name, first goes through those before it that have not run, so that it finds what
 * it needs. One that has run and failed is not repeated. Call this once in each `describe`.
 */
export function story(): Step {
  const steps: { readonly act: (this: Mocha.Context) => Promise<void>; hasRun: boolean }[] = [];
  return (title, act) => {
    const own = steps.length;
    steps.push({ act, hasRun: false });
    it(title, async function () {
      const due = steps.slice(0, own + 1).filter(({ hasRun }) => !hasRun);
      if (due.length > 1) this.timeout(this.timeout() * due.length);
      for (const step of due) {
        step.hasRun = true;
        await step.act.call(this);
      }
    });
  };
}
