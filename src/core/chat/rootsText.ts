import type { ListedRoot } from '../consent/exposure';
import { visibleJson } from '../text';

/** A server that is enabled for chat, and the roots that it may see there. */
export interface ChatAccess {
  readonly server: string;
  readonly roots: readonly Pick<ListedRoot, 'uri' | 'name'>[];
}

/**
 * What the tool `#roots` tells a model: each server's folders, as the server itself is told of them, and nothing else.
 */
export function rootsText(access: readonly ChatAccess[]): string {
  return visibleJson({
    servers: access.map(({ server, roots }) => ({
      server,
      folders: roots.map(({ name, uri }) => ({ name, uri })),
    })),
  });
}
