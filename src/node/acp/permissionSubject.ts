import { mostPieces, untitled, type ToolCall } from '../../core/acp/conversation/toolCall';
import type { PermissionPlace, PermissionQuestion } from '../../core/acp/permission';
import type { AskedPermission } from './agentQuestions';

/** Places that the user is shown at most. */
const mostShown = 20;

/** What a question about a permission is about, by all that the agent has said of it. */
export interface PermissionSubject {
  /** Fit to be shown. */
  readonly title: string;
  /** As the agent wrote them, each once. */
  readonly paths: readonly string[];
  /** The agent named as much as is kept of a call: there may have been more. */
  readonly mayNameMore: boolean;
}

/**
 * A question says of its call only what is new: the rest is what was told of that call before (ACP, tool calls,
 * updating).
 * @param call with the question in it; undefined where it is not kept
 */
export function subjectOf(asked: AskedPermission, call: ToolCall | undefined): PermissionSubject {
  const told = call?.title === untitled ? undefined : call?.title;
  const { locations = [], content = [] } = call ?? {};
  const paths = new Set([
    ...asked.paths,
    ...locations.map(({ path }) => path),
    ...content.flatMap((each) => (each.kind === 'diff' ? [each.path] : [])),
  ]);
  return {
    title: asked.title ?? told ?? call?.kind ?? 'an action',
    paths: [...paths],
    mayNameMore: locations.length >= mostPieces || content.length >= mostPieces,
  };
}

/** What of it the user sees, with sentences on what he does not. @param judged what `placesOf` says of its paths */
export function shownOf(
  { title, paths, mayNameMore }: PermissionSubject,
  judged: readonly PermissionPlace[],
): Pick<PermissionQuestion, 'title' | 'places' | 'omissions'> {
  const places = judged.slice(0, mostShown);
  const hidden = paths.length - places.length;
  const areInside =
    judged.length === paths.length && judged.slice(mostShown).every(({ root }) => root !== undefined);
  const lying = areInside ? 'They lie in allowed folders' : 'They may lie outside every allowed folder';
  return {
    title,
    places,
    omissions: [
      ...(isCut(title) ? ['What it asks for is longer than what is shown here.'] : []),
      ...(hidden > 0 ? [`And ${hidden} more that ${hidden === 1 ? 'is' : 'are'} not shown. ${lying}.`] : []),
      ...(mayNameMore ? ['It may name more than that: a longer list is not kept.'] : []),
    ],
  };
}

/** Titles of calls end so where they are cut; the last character that did not fit may be a long escape. */
function isCut(title: string): boolean {
  return title.length > 285 && title.endsWith('…');
}
