import type { Bounds } from '../consent/bounds';
import type { Exposure } from '../consent/exposure';
import { isFolder } from '../roots/grantable';
import { remainingRoots, type SessionRoots } from './sessionRoots';

/**
 * Beyond which no server goes that was handed over to a session of an agent: what is left of the session's roots, in
 * their order, and nothing at all without its working directory (issue "Agents": the intersection of the server's own
 * grants and the session's current roots).
 * @param told as it was sent
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
