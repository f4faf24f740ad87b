import type { RealPath } from '../roots/realPath';

/** The program of a definition. */
export interface Program {
  /** Where its name was found; it is run by this name, since what many programs do depends on that. */
  readonly path: string;
  /** Where that path leads, all links resolved. */
  readonly leadsTo: RealPath;
}

/** A program whose name leads elsewhere than when it was approved. */
export interface TurnedProgram {
  readonly path: string;
  readonly before: RealPath;
  readonly now: RealPath;
}

/**
 * Says if the name of a program leads elsewhere than when it was approved: whoever changes a link on `PATH` would have
 * another program run under the old approval.
 * @param before undefined where versions until 0.2.0 approved it, which kept no more than the name
 * @param now undefined where no program runs, or an answer decides which
 */
export function turnedProgram(
  before: Program | undefined,
  now: Program | undefined,
): TurnedProgram | undefined {
  if (before === undefined || now === undefined) return undefined;
  const isSame = before.path === now.path && before.leadsTo === now.leadsTo;
  return isSame ? undefined : { path: now.path, before: before.leadsTo, now: now.leadsTo };
}

/** Each of these once. */
export function distinctPrograms(turned: readonly TurnedProgram[]): readonly TurnedProgram[] {
  return [...new Map(turned.map((each) => [JSON.stringify([each.path, each.now]), each])).values()];
}
