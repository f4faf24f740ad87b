import type { Bounds } from '../consent/bounds';
import type { Exposure } from '../consent/exposure';
import { isFolder } from '../roots/grantable';
import { remainingRoots, type SessionRoots } from './sessionRoots';

/**
 * The limit of every server that a session of an agent was handed: the session's remaining roots in their order, and
 * nothing without its working directory (issue "Agents": the intersection of the server's own grants and the session's
 * current roots).
 * @param told the roots as they were sent
 * @param agent what the agent may see now
 */
export function sessionBounds(told: Pick<SessionRoots, 'cwd' | 'additional'>, agent: Exposure): Bounds {
  const now = agent.roots.map(({ folder }) => folder);
  const lapsed = [...agent.lapsed.values()].flatMap(({ folder }) => (isFolder(folder) ? folder : []));
  return {
    folders: remainingRoots(told, now),
    standing: new Set(remainingRoots(told, [...now, ...lapsed])),
  };
}
