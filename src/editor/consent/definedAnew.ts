import { Lifetime } from '../../core/lifecycle';
import type { Defined } from '../../node/servers/defined';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';

/** How long changed settings may take to arrive, in milliseconds. */
const patience = 10_000;

/**
 * Resolves with the server or agent that has taken the place of one, once its changed definition was read to the end;
 * undefined when that cannot be used, or does not come in time.
 */
export function definedAnew(
  before: DefinedGrantee,
  defined: Pick<Defined, 'byId' | 'onDidChange'>,
): Promise<DefinedGrantee | undefined> {
  return new Promise((resolve) => {
    const waiting = new Lifetime();
    const end = (found: DefinedGrantee | undefined) => {
      waiting.dispose();
      resolve(found);
    };
    const look = () => {
      const now = defined.byId(before.id);
      if (now === undefined || now === before) return;
      if (now.prepared !== undefined) end(now);
      else if (now.fault !== undefined) end(undefined);
    };
    const late = setTimeout(() => end(undefined), patience);
    waiting.add({ dispose: () => clearTimeout(late) });
    waiting.add(defined.onDidChange(look));
    look();
  });
}
