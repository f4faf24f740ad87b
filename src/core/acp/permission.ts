import type { RealPath } from '../roots/realPath';
import { displayText } from '../text';

/** One thing that the user may answer, as the agent offers it. */
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
  /** Where it really lies, for the user's eyes only; undefined where that cannot be told. */
  readonly realPath: RealPath | undefined;
  /** The folder of the session that it lies in; undefined: outside every one. */
  readonly root: RealPath | undefined;
}

/** In which allowed folder a place lies, if in any. */
export function lyingText({ realPath, root }: PermissionPlace): string {
  if (root !== undefined) return `in the allowed folder ${displayText(root, 200)}`;
  return realPath === undefined ? 'outside every allowed folder, or nowhere' : 'outside every allowed folder';
}

/** Where a place leads, if elsewhere than it says, and in which allowed folder that lies. */
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
  /** Which tool call it is about, as the agent calls it. */
  readonly toolCallId: string;
  /** Fit to be shown. */
  readonly title: string;
  /** What lies outside every folder comes first. */
  readonly places: readonly PermissionPlace[];
  /** Sentences of this side on what it is about and is not shown. */
  readonly omissions: readonly string[];
  /** In the agent's order. */
  readonly options: readonly PermissionOption[];
}

/**
 * What the user chose, by the agent's id of it; `cancelled` where nobody chose. An answer for always goes to the agent as
 * every other: it is the agent that keeps to it, in that session. Nothing is remembered here, and nothing is answered by
 * itself.
 */
export type PermissionAnswer =
  { readonly kind: 'selected'; readonly optionId: string } | { readonly kind: 'cancelled' };

/** Asks the user. @param signal aborts when the answer is not needed any more */
export type AskPermission = (question: PermissionQuestion, signal: AbortSignal) => Promise<PermissionAnswer>;

/** The answer where nobody can be asked: no, for this once, if the agent offers that. Never a yes. */
export const refusePermission: AskPermission = ({ options }) => {
  const no = options.find(({ kind }) => kind === 'reject_once');
  return Promise.resolve(
    no === undefined ? { kind: 'cancelled' } : { kind: 'selected', optionId: no.optionId },
  );
};
