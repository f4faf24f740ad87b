import path from 'node:path';
import type { EarlierSession } from '../../core/acp/earlierSessions';
import { sessionLabel } from '../../core/acp/sessionLabel';
import type { ToldAndNow } from '../../core/acp/toldAndNow';
import { availablePath } from '../../core/roots/candidate';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import { minuteText } from '../moments';

/** The name of an open session for the user. */
export function sessionText({ label, toldAt }: Pick<AgentSession, 'label' | 'toldAt'>): string {
  return label ?? `Session of ${minuteText(toldAt)}`;
}

/** The name of a session that is not open, for the user. */
export function earlierText({ record, listed }: EarlierSession): string {
  const label = sessionLabel({ name: record?.name, title: record?.title ?? listed?.title });
  if (label !== undefined) return label;
  return record === undefined ? 'Session without a title' : `Session of ${minuteText(record.sentAt)}`;
}

/** The name of a folder as the tree has it, else the last part of its path. */
export function folderName(agent: ManagedAgent, folder: string): string {
  const candidate = agent.candidates.find((each) => availablePath(each) === folder);
  return displayText(candidate?.name ?? (path.basename(folder) || folder), 80);
}

/** Folders by their names, in order. */
export function folderNames(agent: ManagedAgent, folders: readonly string[]): string {
  return folders.length === 0 ? 'nothing' : folders.map((folder) => folderName(agent, folder)).join(', ');
}

/** What a session was told, and what it would be told now where that is something else. */
export function toldText(agent: ManagedAgent, { kind, told, now }: ToldAndNow): string {
  const was = `told: ${folderNames(agent, told)}`;
  return kind === 'in step' ? was : `${was}, now: ${folderNames(agent, now)}`;
}
