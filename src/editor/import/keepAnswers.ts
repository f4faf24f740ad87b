import { UserError } from '../../core/errors';

/** Thrown when a change stands in the editor and could not be saved: the user can still save it. */
export class NotSaved extends UserError {}

/** Answers to the inputs of a change. */
export interface Answers {
  keep(): Promise<void>;
  forget(): Promise<void>;
}

/**
 * Keeps answers, then makes the change that has their inputs: otherwise a failure would leave settings that ask the user
 * for what was in a file before. They are forgotten again where the change was not made.
 * @throws what keeping them or the change throws
 */
export async function keepAnswersFor<T>(answers: Answers, change: () => Promise<T>): Promise<T> {
  try {
    await answers.keep();
    return await change();
  } catch (error) {
    // What the user saves later would ask for answers that are gone.
    if (!(error instanceof NotSaved)) await answers.forget();
    throw error;
  }
}
