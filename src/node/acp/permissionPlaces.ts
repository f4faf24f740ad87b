import type { PermissionPlace } from '../../core/acp/permission';
import { resolveTarget } from '../../core/roots/resolveTarget';
import { isRemoteVolume, spellingOf } from '../../core/roots/pathSyntax';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { nodeDisk } from '../paths/nodeDisk';
import type { AgentSession } from './agentSession';

/** How many paths are judged; if an agent names more, the user reads that not all are shown. */
const mostJudged = 100;

/** A path of this length may have been cut when it was read, so it names no place. */
const longestPath = 4096;

/**
 * The real places of the paths in a permission question, for the user who is asked. Each has its real path and the
 * folder of the session that it is in; those outside every folder come first. Nothing is opened, and the agent is told
 * nothing of it.
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

/**
 * The real path of a place outside the folders. Network shares are not accessed: that alone would send the user's
 * credentials to their host.
 */
async function outsidePlace(path: string): Promise<RealPath | undefined> {
  const spelling = spellingOf(path, nodeDisk.flavour);
  if (spelling.kind === 'refused' || (nodeDisk.flavour === 'win32' && isRemoteVolume(spelling.volume)))
    return undefined;
  return (await resolveTarget(spelling.path, nodeDisk).catch(() => undefined))?.realPath;
}
