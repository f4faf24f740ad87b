import type { RealPath } from '../roots/realPath';
import { displayText } from '../text';

/** One answer that the agent offers to the user. */
export interface PermissionOption {
  readonly optionId: string;
  /** Fit to be shown. */
  readonly name: string;
  readonly kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
}

/** A place that an agent says its question is about. */
export interface PermissionPlace {
  /** As the agent wrote it, fit to be shown. */
  readonly given: string;
  /** Its real path, for the user only; undefined where that is not known. */
  readonly realPath: RealPath | undefined;
  /** The folder of the session in which it lies; undefined: outside of all. */
  readonly root: RealPath | undefined;
}

/** Whether a place lies in an allowed folder, and in which. */
export function lyingText({ realPath, root }: PermissionPlace): string {
  if (root !== undefined) return `in the allowed folder ${displayText(root, 200)}`;
  return realPath === undefined ? 'outside every allowed folder, or nowhere' : 'outside every allowed folder';
}

/** The real path of a place, if it is not the path that was given, and in which allowed folder it lies. */
export function placeText(place: PermissionPlace): string {
  const { given, realPath } = place;
  const leads =
    realPath === undefined || realPath === given ? '' : `leads to ${displayText(realPath, 300)}, `;
  return `${leads}${lyingText(place)}`;
}

/** What an agent asks the user before it goes on (ACP, `session/request_permission`). */
export interface PermissionQuestion {
  readonly agent: string;
  readonly sessionId: string;
  /** The working directory of the session. */
  readonly cwd: RealPath;
  /** The agent's id of the tool call that it is about. */
  readonly toolCallId: string;
  /** Fit to be shown. */
  readonly title: string;
  /** Places outside every folder of the session come first. */
  readonly places: readonly PermissionPlace[];
  /** Sentences of this extension on what is not shown. */
  readonly omissions: readonly string[];
  /** In the agent's order. */
  readonly options: readonly PermissionOption[];
}

/**
 * What the user chose, by the agent's id of the option; `cancelled` where nobody chose. An answer for always is passed
 * on like every other: the agent remembers it, in that session. Nothing is remembered here, and no question is answered
 * without the user.
 */
export type PermissionAnswer =
  { readonly kind: 'selected'; readonly optionId: string } | { readonly kind: 'cancelled' };

/** Asks the user. @param signal aborts when the answer is not needed any more */
export type AskPermission = (question: PermissionQuestion, signal: AbortSignal) => Promise<PermissionAnswer>;

/** The answer where nobody can be asked: the option that rejects once, if the agent offers one; else `cancelled`. */
export const refusePermission: AskPermission = ({ options }) => {
  const no = options.find(({ kind }) => kind === 'reject_once');
  return Promise.resolve(
    no === undefined ? { kind: 'cancelled' } : { kind: 'selected', optionId: no.optionId },
  );
};
