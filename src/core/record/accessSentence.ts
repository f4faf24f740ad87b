import type { Telling } from './knowledge';
import { isActive, type ServerState } from '../servers/serverState';
import { grantableText } from '../roots/grantable';
import { wayText } from './wayText';
import type { Noun } from '../consent/noun';
import { displayText } from '../text';
import type { Decision } from '../consent/decision';
import type { AccessRule } from '../consent/accessRule';

/** One server and one folder, with all that there is to say about them. */
export interface AccessCase {
  readonly server: string;
  readonly noun: Noun;
  readonly folder: string;
  readonly rule: AccessRule;
  readonly state: ServerState;
  /** What keeps the server from being started, as the end of a sentence: "its definition was not approved yet". */
  readonly hindrance: string | undefined;
  /** Was the folder allowed to this server before its definition changed? */
  readonly wasAllowed: boolean;
  /** Whether the definition itself names the folder, which tells the server of it at every start. */
  readonly isNamed: boolean;
  /** How the running process was told of the folder. */
  readonly told: Telling | undefined;
}

/** A moment in words, for people. @param at milliseconds since the epoch */
export type MomentText = (at: number) => string;

/** Whether a server can see a folder and why, in one sentence. It says "can see" exactly if the folder is exposed. */
export function whySentence(access: AccessCase, moment: MomentText): string {
  const { server, folder, rule } = access;
  const names = [quoted(server), quoted(folder)] as const;
  if (rule.rule === 'allowed') {
    return `${names[0]} can see ${names[1]}: ${reasonText(access, moment)}${afterGrant(access, moment)}.`;
  }
  const asRoot = access.isNamed && rule.rule !== 'definition unusable' ? ' as a root' : '';
  return `${names[0]} cannot see ${names[1]}${asRoot}: ${reasonText(access, moment)}${allTheSame(access, moment)}.`;
}

/** Who can see a folder, in one sentence. @param cases one for each server, all of this folder */
export function whoSentence(folder: string, cases: readonly AccessCase[], moment: MomentText): string {
  const name = `“${displayText(folder, 60)}”`;
  const [first] = cases;
  if (first === undefined) return `No server can see ${name}: none is configured.`;
  const seeing = cases.filter(({ rule }) => rule.rule === 'allowed');
  const blind = cases.filter(({ rule }) => rule.rule !== 'allowed');
  const knowing = blind.filter(({ told }) => told !== undefined);
  const still =
    knowing.length === 0
      ? ''
      : `; ${listText(knowing.map(nameOf))} ${knowing.length === 1 ? 'was' : 'were'} told of it earlier and still ${knowing.length === 1 ? 'runs' : 'run'}`;
  if (seeing.length === 0) {
    const isForAll = blind.every(
      (each) => isOfFolder(each) && reasonText(each, moment) === reasonText(first, moment),
    );
    const why = isForAll
      ? reasonText(first, moment)
      : listText(blind.map((each) => withReason(each, moment)));
    const nouns = [...new Set(cases.map(({ noun }) => noun))];
    return `No ${nouns.join(' or ')} can see ${name}: ${why}${still}.`;
  }
  const by = listText(seeing.map((each) => withReason(each, moment)));
  const notBy =
    blind.length === 0 ? '' : `, not by ${listText(blind.map((each) => withReason(each, moment)))}`;
  return `${name} can be seen by ${by}${notBy}${still}.`;
}

/** Is the reason about the folder or the workspace, and not about the server? */
function isOfFolder({ rule: { rule }, wasAllowed }: AccessCase): boolean {
  switch (rule) {
    case 'not trusted':
    case 'sharing is off':
    case 'no candidate':
    case 'unavailable':
    case 'moved':
    case 'no address':
      return true;
    case 'undecided':
      return !wasAllowed;
    case 'allowed':
    case 'definition unusable':
    case 'roots not declared':
    case 'not asked for':
    case 'denied':
    case 'outside the session':
      return false;
  }
}

/** The rule that decided, as the end of a sentence. */
export function reasonText({ rule, noun, wasAllowed }: AccessCase, moment: MomentText): string {
  switch (rule.rule) {
    case 'allowed':
      return decisionText(rule.by, rule.isOwn, moment);
    case 'denied': {
      const { by, isOwn, around } = rule;
      const all = around === undefined ? '' : `, but it lies in ${shownPath(around)}, which is allowed`;
      return `${decisionText(by, isOwn, moment)}${all}`;
    }
    case 'not trusted':
      return 'this workspace is not trusted, so that no folder is shared';
    case 'sharing is off':
      return 'sharing is off, in all windows';
    case 'definition unusable':
      return `its definition cannot be used: ${displayText(rule.why, 300).replace(/\.$/, '')}`;
    case 'roots not declared':
      return 'its definition says that it is not told of roots';
    case 'no candidate':
      return 'the folder is not part of this workspace';
    case 'not asked for':
      return `its definition does not ask for ${rule.asking}`;
    case 'unavailable':
      return rule.why;
    case 'moved':
      return 'another folder was put in its place, about which you have not decided';
    case 'undecided':
      return wasAllowed
        ? `the definition of the ${noun} has changed since it was allowed, and you have not decided anew`
        : 'you have not decided about it';
    case 'outside the session':
      return 'the session of the agent for which it runs does not have the folder';
    case 'no address':
      return 'its path cannot be written as an address';
  }
}

function decisionText(
  { verdict, duration, folder, decidedAt }: Decision,
  isOwn: boolean,
  moment: MomentText,
) {
  const what = isOwn ? 'it is' : `it lies in ${displayText(folder, 200)}, which is`;
  const word = verdict === 'allow' ? 'allowed' : 'not allowed';
  const howLong = duration === 'session' ? ' in this session' : verdict === 'allow' ? ' always' : '';
  return `${what} ${word}${howLong}, since ${moment(decidedAt)}`;
}

/** Whether a server that may see the folder knows of it yet, and what it takes if not. */
function afterGrant({ noun, state, hindrance, told }: AccessCase, moment: MomentText): string {
  if (told !== undefined) return `, and it was told of it ${waysOf(told, moment)}`;
  if (isActive(state)) return noun === 'agent' ? toSessions : ', but it has not asked since';
  if (hindrance !== undefined) return `, but it does not start: ${hindrance}`;
  return noun === 'agent' ? toSessions : ', and it is told when it starts';
}

/** An agent never asks: its sessions are told. */
const toSessions = ', and the next session that is opened is told of it';

/** How the server knows of the folder although it is not exposed. */
function allTheSame({ rule, isNamed, told }: AccessCase, moment: MomentText): string {
  if (told !== undefined) return `, but its running process was told of it ${waysOf(told, moment)}`;
  const isLaunched = rule.rule === 'roots not declared' || rule.rule === 'no candidate';
  return isNamed && isLaunched ? ', but its definition names it, which tells it of it at every start' : '';
}

function waysOf({ at, by }: Telling, moment: MomentText): string {
  return `${wayText(by)}, ${moment(at)}`;
}

function withReason(access: AccessCase, moment: MomentText): string {
  return `${nameOf(access)} (${reasonText(access, moment)})`;
}

/** In a list, an agent is called an agent: a server can have the same name. */
function nameOf({ server, noun }: AccessCase): string {
  return noun === 'agent' ? `the agent ${quoted(server)}` : quoted(server);
}

function quoted(name: string): string {
  return `“${displayText(name, 60)}”`;
}

function shownPath({ folder }: Decision): string {
  return displayText(grantableText(folder), 200);
}

/** At most eight of them, and how many more. */
function listText(texts: readonly string[]): string {
  const shown = texts.slice(0, texts.length > 9 ? 8 : 9);
  const last = texts.length > shown.length ? `${texts.length - shown.length} more` : shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`;
}
