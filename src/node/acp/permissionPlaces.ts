import type { PermissionPlace } from '../../core/acp/permission';
import { displayText } from '../../core/text';
import type { AgentSession } from './agentSession';

/** An agent that names more is not asked about in full. */
const mostPlaces = 20;

/**
 * Where the paths of a question really lie, for the user who is asked: each by its real path and the folder of the
 * session that it is in, or outside of all. Only looked at; nothing is opened.
 */
export async function placesOf(
  paths: readonly string[],
  session: AgentSession,
): Promise<readonly PermissionPlace[]> {
  return Promise.all(
    paths.slice(0, mostPlaces).map(async (path) => {
      const judgement = await session.judge(path);
      const given = displayText(path, 300);
      return judgement.verdict === 'allow'
        ? { given, realPath: judgement.realPath, root: judgement.root.realPath }
        : { given, realPath: undefined, root: undefined };
    }),
  );
}
