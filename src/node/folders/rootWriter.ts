import type { RootWriter } from '../../core/consent/exposing';
import { rootName } from '../../core/text';
import { rootUri } from './folderUri';

/** How a folder of this machine becomes what goes on the wire. */
export const rootWriter: RootWriter = {
  uri: rootUri,
  name: rootName,
};
