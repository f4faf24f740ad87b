import { QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { EarlierSession } from '../../core/acp/earlierSessions';
import { UserError } from '../../core/errors';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { EarlierListing } from '../../node/acp/agentSessions';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { Host } from '../../node/host/host';
import { pickAmong } from '../commands/pickServer';
import { momentText } from '../moments';
import { agentMeant, sessionMeant } from '../tree/sessionReference';
import { earlierText, folderName, folderNames, sessionText, toldText } from '../tree/sessionWords';
import { countOf } from '../tree/words';
import { withoutIcons } from '../withoutIcons';

/** An open session with its agent. */
export interface OpenSession {
  readonly agent: ManagedAgent;
  readonly session: AgentSession;
}

/** The agent that a command is meant for: the one on whose line it was called, else the user's pick. */
export async function pickAgent(
  argument: unknown,
  host: Host,
  placeHolder: string,
  fits: (agent: ManagedAgent) => boolean = () => true,
): Promise<ManagedAgent | undefined> {
  const meant = agentMeant(argument, host.supervisor);
  if (meant !== undefined) return meant;
  return pickAmong(host.supervisor.agents.all.filter(fits), placeHolder);
}

/**
 * The open session that a command is meant for: the one on whose line it was called, else the only one that fits, else
 * the user's pick.
 * @throws {UserError} when none fits
 */
export async function pickSession(
  argument: unknown,
  host: Host,
  placeHolder: string,
  fits: (open: OpenSession) => boolean = () => true,
): Promise<OpenSession | undefined> {
  const agent = agentMeant(argument, host.supervisor);
  const session = sessionMeant(argument, host.supervisor);
  if (agent !== undefined && session !== undefined) return { agent, session };
  const open = (agent === undefined ? host.supervisor.agents.all : [agent])
    .flatMap((one) => (one.isReady ? one.sessions.all.map((each) => ({ agent: one, session: each })) : []))
    .filter(fits);
  const [only] = open;
  if (only === undefined) throw new UserError('There is no such session open. Begin one first.');
  if (open.length === 1) return only;
  const items = open.map((each) => ({
    ...each,
    label: withoutIcons(displayText(sessionText(each.session), 100)),
    description: withoutIcons(displayText(each.agent.name, 80)),
    detail: withoutIcons(
      displayText(toldText(each.agent, each.agent.sessions.standingOf(each.session)), 300),
    ),
    iconPath: new ThemeIcon('comment-discussion'),
  }));
  return window.showQuickPick(items, { placeHolder });
}

/** Asks which folder goes first. @returns undefined when the user left the question */
export async function pickPrimary(agent: ManagedAgent): Promise<RealPath | undefined> {
  const items = agent.exposed.map((folder) => ({
    folder,
    label: withoutIcons(folderName(agent, folder)),
    description: withoutIcons(displayText(folder, 300)),
    iconPath: ThemeIcon.Folder,
    ...(folder === agent.primary && { detail: 'goes first now' }),
  }));
  const placeHolder = `Which folder goes first? Sessions of “${displayText(agent.name, 60)}” work there; the others are told after it.`;
  return (await window.showQuickPick(items, { placeHolder, ignoreFocusOut: true }))?.folder;
}

/**
 * Asks which of these folders a session is told of.
 * @param cwd its working directory, told in any case
 * @returns undefined when the user left the question
 */
export async function pickFewer(
  agent: ManagedAgent,
  folders: readonly RealPath[],
  cwd: RealPath,
): Promise<readonly RealPath[] | undefined> {
  const items = folders
    .filter((folder) => folder !== cwd)
    .map((folder) => ({
      folder,
      label: withoutIcons(folderName(agent, folder)),
      description: withoutIcons(displayText(folder, 300)),
    }));
  const placeHolder = `Which folders besides ${folderName(agent, cwd)} is the session told of?`;
  const picked = await window.showQuickPick(items, { placeHolder, canPickMany: true, ignoreFocusOut: true });
  return picked && [cwd, ...picked.map(({ folder }) => folder)];
}

interface EarlierItem extends QuickPickItem {
  /** `undefined` on a line that only informs. */
  readonly earlier: EarlierSession | 'of all folders' | undefined;
}

/**
 * Asks which earlier session is meant.
 * @param more whether to offer the agent's sessions in all folders
 * @throws {UserError} when there is nothing to offer
 */
export async function pickEarlier(
  agent: ManagedAgent,
  { sessions, malformed }: EarlierListing,
  placeHolder: string,
  more: boolean,
): Promise<EarlierItem['earlier'] | undefined> {
  const items = sessions.map((earlier): EarlierItem => ({
    earlier,
    label: withoutIcons(displayText(earlierText(earlier), 100)),
    description: withoutIcons(displayText(folderNames(agent, earlier.folders), 200)),
    detail: withoutIcons(displayText(detailOf(agent, earlier), 300)),
    iconPath: new ThemeIcon(earlier.record === undefined ? 'question' : 'comment-discussion'),
  }));
  const all: EarlierItem = {
    earlier: 'of all folders',
    label: 'Sessions in folders that it may not see yet…',
    iconPath: new ThemeIcon('search'),
    alwaysShow: true,
  };
  const unreadable: EarlierItem = {
    earlier: undefined,
    label: `${countOf(malformed, 'session')} reported in no usable form and left out`,
    kind: QuickPickItemKind.Separator,
  };
  const offered = [...items, ...(more ? [all] : []), ...(malformed > 0 ? [unreadable] : [])];
  if (offered.length === 0) throw new UserError('There is no earlier session of this agent here.');
  // The question comes only after the agent has started and answered: the focus may be elsewhere by then.
  const options = { placeHolder, matchOnDescription: true, ignoreFocusOut: true };
  return (await window.showQuickPick(offered, options))?.earlier;
}

/**
 * Asks with which folders a session is opened whose agent reports other folders than it was sent last.
 * @returns undefined when the user left the question
 */
export async function pickBetween(
  agent: ManagedAgent,
  { folders, reported = [] }: EarlierSession,
): Promise<'sent' | 'reported' | undefined> {
  const waiting = reported.filter((folder) => !agent.exposed.some((each) => each === folder));
  const items = [
    {
      list: 'sent' as const,
      label: 'As this window sent last',
      description: withoutIcons(displayText(folderNames(agent, folders), 200)),
    },
    {
      list: 'reported' as const,
      label: 'As the agent reports',
      description: withoutIcons(displayText(folderNames(agent, reported), 200)),
      ...(waiting.length > 0 && {
        detail: withoutIcons(
          displayText(`asks first about ${folderNames(agent, waiting)}, which it may not see`, 300),
        ),
      }),
    },
  ];
  const placeHolder = `“${displayText(agent.name, 60)}” reports other folders of this session. Open it with which?`;
  return (await window.showQuickPick(items, { placeHolder, ignoreFocusOut: true }))?.list;
}

function detailOf(agent: ManagedAgent, { record, listed, reported, notAllowed }: EarlierSession): string {
  const when =
    record === undefined ? whenListed(listed?.updatedAt) : [`told last ${momentText(record.sentAt)}`];
  const from = record === undefined ? ['known to the agent only, which reports these folders'] : [];
  const others = reported === undefined ? [] : [`the agent reports ${folderNames(agent, reported)}`];
  const needs =
    notAllowed.length === 0 ? [] : [`waits for your decision about ${folderNames(agent, notAllowed)}`];
  return [...from, ...when, ...others, ...needs].join(' · ');
}

function whenListed(updatedAt: string | undefined): readonly string[] {
  const at = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
  return Number.isNaN(at) ? [] : [`used last ${momentText(at)}`];
}
