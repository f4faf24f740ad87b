import path from 'node:path';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';

/** The folders that a session may use at this moment, by their names. */
export function folderText({ remaining }: AgentSession): string {
  return (
    remaining.map((folder) => displayText(path.basename(folder) || folder, 60)).join(', ') || 'no folder'
  );
}
