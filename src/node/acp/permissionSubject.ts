import { mostPieces, untitled, type ToolCall } from '../../core/acp/conversation/toolCall';
import type { PermissionPlace, PermissionQuestion } from '../../core/acp/permission';
import type { AskedPermission } from './agentQuestions';

/** How many places the user is shown. */
const mostShown = 20;

/** What a permission question is about, from all that the agent has said. */
export interface PermissionSubject {
  /** Fit to be shown. */
  readonly title: string;
  /** As the agent wrote them, without duplicates. */
  readonly paths: readonly string[];
  /** The agent named as many places or pieces as are kept of a call, so it may have named more. */
  readonly mayNameMore: boolean;
}

/**
 * A question contains only what is new about its call; the rest is taken from earlier updates (ACP, tool calls,
 * updating).
 * @param call the call, including what the question says; undefined where it is not kept
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

/**
 * What the user sees of it, with sentences on what is not shown.
 * @param judged the places of its paths, from `placesOf`
 */
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

/**
 * Whether a title was cut when it was read. A cut title can be a little shorter than the limit, because the character
 * that did not fit may have been a long escape.
 */
function isCut(title: string): boolean {
  return title.length > 285 && title.endsWith('…');
}
