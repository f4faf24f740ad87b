import type { ListedRoot } from '../consent/exposure';
import { visibleJson } from '../text';

/** A server that is enabled for chat, and what it may see there. */
export interface ChatAccess {
  readonly server: string;
  readonly roots: readonly Pick<ListedRoot, 'uri' | 'name'>[];
}

/** What the tool `#roots` tells a model: the folders of each server, as the server is told of them, and nothing else. */
export function rootsText(access: readonly ChatAccess[]): string {
  return visibleJson({
    servers: access.map(({ server, roots }) => ({
      server,
      folders: roots.map(({ name, uri }) => ({ name, uri })),
    })),
  });
}
