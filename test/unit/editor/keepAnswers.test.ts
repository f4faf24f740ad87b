import { deepEqual } from 'node:assert/strict';
import { UserError } from '../../../src/core/errors';
import { keepAnswersFor, NotSaved } from '../../../src/editor/import/keepAnswers';

describe('The answers that are kept for a change of the settings', () => {
  const fails = (error: Error) => async () => {
    throw error;
  };

  /** What is done, in order, when keeping or changing goes as given. */
  async function done(
    change: () => Promise<string>,
    keeping: () => Promise<void> = () => Promise.resolve(),
  ): Promise<{ readonly did: readonly string[]; readonly end: string }> {
    const did: string[] = [];
    const answers = {
      keep: () => {
        did.push('keep');
        return keeping();
      },
      forget: async () => void did.push('forget'),
    };
    const making = keepAnswersFor(answers, () => {
      did.push('change');
      return change();
    });
    const end = await making.catch((error: Error) => error.message);
    return { did, end };
  }

  it('are kept before it is made', async () => {
    deepEqual(await done(() => Promise.resolve('made')), { did: ['keep', 'change'], end: 'made' });
  });

  it('are forgotten when it is not made', async () => {
    const ended = await done(fails(new UserError('was changed meanwhile')));
    deepEqual(ended, { did: ['keep', 'change', 'forget'], end: 'was changed meanwhile' });
  });

  it('stay when it is made and only not saved, since the user can still save it', async () => {
    const ended = await done(fails(new NotSaved('could not be saved')));
    deepEqual(ended, { did: ['keep', 'change'], end: 'could not be saved' });
  });

  it('are forgotten when not all could be kept, and nothing is changed', async () => {
    const ended = await done(() => Promise.resolve('made'), fails(new UserError('is locked')));
    deepEqual(ended, { did: ['keep', 'forget'], end: 'is locked' });
  });
});
