import type { PermissionPlace } from '../../core/acp/permission';
import { resolveTarget } from '../../core/roots/resolveTarget';
import { isRemoteVolume, spellingOf } from '../../core/roots/pathSyntax';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { nodeDisk } from '../paths/nodeDisk';
import type { AgentSession } from './agentSession';

/** An agent that names more is not asked about in full, and the user reads that. */
const mostJudged = 100;

/** From here on a path may have been cut when it was read: what it says is no place. */
const longestPath = 4096;

/**
 * Where the paths of a question really lie, for the user who is asked: each by its real path and the folder of the
 * session that it is in, or outside of all, which come first. Only looked at; nothing is opened, and the agent hears nothing of it.
 */
export async function placesOf(
  paths: readonly string[],
  session: Pick<AgentSession, 'judge'>,
): Promise<readonly PermissionPlace[]> {
  const places = await Promise.all(
    paths.slice(0, mostJudged).map(async (path) => {
      const given = displayText(path, 300);
      if (path.length >= longestPath) return { given, realPath: undefined, root: undefined };
      const judgement = await session.judge(path);
      return judgement.verdict === 'allow'
        ? { given, realPath: judgement.realPath, root: judgement.root.realPath }
        : { given, realPath: await outsidePlace(path), root: undefined };
    }),
  );
  return [
    ...places.filter(({ root }) => root === undefined),
    ...places.filter(({ root }) => root !== undefined),
  ];
}

/** A share is not touched: merely looking would send the user's credentials to its host. */
async function outsidePlace(path: string): Promise<RealPath | undefined> {
  const spelling = spellingOf(path, nodeDisk.flavour);
  if (spelling.kind === 'refused' || (nodeDisk.flavour === 'win32' && isRemoteVolume(spelling.volume)))
    return undefined;
  return (await resolveTarget(spelling.path, nodeDisk).catch(() => undefined))?.realPath;
}
