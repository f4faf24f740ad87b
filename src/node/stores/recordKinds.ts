import * as z from 'zod/mini';
import { cautionOf as cautionOfChoice, type ServerChoice } from '../../core/acp/serverChoice';
import { keptLabel } from '../../core/acp/sessionLabel';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import type { Approval, ApprovalAbout, ApprovalTakenBack } from '../../core/approval/approval';
import type { Decision, Fingerprint, Pair, Withdrawal } from '../../core/consent/decision';
import { logLevels } from '../../core/features/logLevel';
import { cautionOf as cautionOfSwitch, type SwitchWord } from '../../core/features/switchWord';
import type { RealPath } from '../../core/roots/realPath';
import { definitionSchema } from './definitionSchema';
import { fieldsOfWord, fingerprint, heldFor, realPath, time, withdrawal } from './fields';
import type { RecordKind } from './recordKind';
import type { Json } from './signature';

/*
 * Everything of which a signed record is kept (rule 6): outside every repository, so that no settings file and no
 * workspace can say it. Fields that an earlier version did not write may be missing.
 */

/** A withdrawal is a record too, and stays, so that an old grant put back beside it loses. */
export const decisions: RecordKind<Decision | Withdrawal, Pair> = {
  folder: 'decisions',
  noun: 'decision',
  schema: z.union([withdrawal, heldFor('always')]),
  fieldsOf: fieldsOfWord,
  subjectOf: ({ server, folder }) => ['decision', server, folder],
  caution: ({ verdict }) => ({ allow: 0, deny: 1, undecided: 2 })[verdict],
  madeAt: ({ decidedAt }) => decidedAt,
};

const approval = z.pipe(
  z.object({
    serverId: z.string(),
    place: z.string(),
    fingerprint,
    replaces: z.nullable(fingerprint),
    // In words by versions until 0.2.0, and where it is too long.
    summary: z.union([z.string(), definitionSchema]),
    program: z.optional(z.object({ path: z.string(), leadsTo: realPath })),
    unlessSaid: z.optional(z.literal('empty folder')),
    approvedAt: time,
  }),
  z.transform(({ replaces, program, unlessSaid, ...kept }): Approval => ({
    ...kept,
    replaces: replaces ?? undefined,
    program,
    unlessSaid,
  })),
);

const approvalTakenBack = z.pipe(
  z.object({ serverId: z.string(), place: z.string(), fingerprint: z.null(), takenBackAt: time }),
  z.transform((kept): ApprovalTakenBack => ({ ...kept, fingerprint: undefined })),
);

/** An approval that was taken back leaves a record too, so that an old one put back beside it loses. */
export const approvals: RecordKind<Approval | ApprovalTakenBack, ApprovalAbout> = {
  folder: 'approvals',
  noun: 'approval',
  schema: z.union([approval, approvalTakenBack]),
  fieldsOf: (word) => {
    if (word.fingerprint === undefined) return { ...word, fingerprint: null };
    const { replaces, program, unlessSaid, summary, ...kept } = word;
    return {
      ...kept,
      summary: JSON.parse(JSON.stringify(summary)) as Json,
      replaces: replaces ?? null,
      ...(program && { program: { ...program } }),
      ...(unlessSaid && { unlessSaid }),
    };
  },
  subjectOf: ({ serverId, place }) => ['approval', serverId, place],
  // Two windows that approve two definitions at the same moment: neither is worse, the names of the files decide.
  caution: (word) => (word.fingerprint === undefined ? 1 : 0),
  madeAt: (word) => (word.fingerprint === undefined ? word.takenBackAt : word.approvedAt),
};

const switchOf = { server: fingerprint, changedAt: time };
const off = z.literal('off');

/** One record for each feature of each server. */
export const switches: RecordKind<SwitchWord, Pick<SwitchWord, 'server' | 'feature'>> = {
  folder: 'switches',
  noun: 'switch',
  schema: z.discriminatedUnion('feature', [
    z.object({ ...switchOf, feature: z.literal('sampling'), to: z.enum(['off', 'ask', 'always']) }),
    z.object({ ...switchOf, feature: z.literal('elicitation'), to: z.enum(['on', 'off']) }),
    z.object({ ...switchOf, feature: z.literal('trusted'), to: z.union([off, z.array(z.string())]) }),
    z.object({ ...switchOf, feature: z.literal('log level'), to: z.enum(['unset', ...logLevels]) }),
  ]),
  fieldsOf: (word) => ({ ...word }),
  subjectOf: ({ server, feature }) => ['switch', server, feature],
  caution: cautionOfSwitch,
  madeAt: ({ changedAt }) => changedAt,
};

/** Which servers agents are given: one record for each agent and server. */
export const serverChoices: RecordKind<ServerChoice, Pick<ServerChoice, 'agent' | 'server'>> = {
  folder: 'agent-servers',
  noun: 'choice of a server',
  schema: z.object({ agent: fingerprint, server: fingerprint, to: z.enum(['on', 'off']), changedAt: time }),
  fieldsOf: (word) => ({ ...word }),
  subjectOf: ({ agent, server }) => ['agent server', agent, server],
  caution: cautionOfChoice,
  madeAt: ({ changedAt }) => changedAt,
};

/** Whether anything is shared at all. */
export interface SharingWord {
  readonly on: boolean;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

export const sharing: RecordKind<SharingWord, object> = {
  folder: 'sharing',
  noun: 'change of sharing',
  schema: z.object({ on: z.boolean(), changedAt: time }),
  fieldsOf: (word) => ({ ...word }),
  subjectOf: () => ['sharing'],
  caution: ({ on }) => (on ? 0 : 1),
  madeAt: ({ changedAt }) => changedAt,
};

const label = z.optional(z.string());

export type SessionAbout = Pick<SessionRecord, 'agent' | 'sessionId'>;

/** The sessions of agents: what an agent is sent when one is opened again comes from here. */
export const sessions: RecordKind<SessionRecord, SessionAbout> = {
  folder: 'sessions',
  noun: 'session',
  schema: z.pipe(
    z.object({
      agent: fingerprint,
      sessionId: z.string(),
      cwd: realPath,
      additional: z.array(realPath),
      sentAt: time,
      name: label,
      title: label,
    }),
    z.transform(({ name, title, ...kept }) => ({ ...kept, ...labels(keptLabel(name), keptLabel(title)) })),
  ),
  fieldsOf: ({ name, title, ...kept }) => ({ ...kept, ...labels(name, title) }),
  subjectOf: ({ agent, sessionId }) => ['session', agent, sessionId],
  // Of two records of the same moment the one with fewer folders holds.
  caution: ({ additional }) => -additional.length,
  madeAt: ({ sentAt }) => sentAt,
};

function labels(name: string | undefined, title: string | undefined) {
  return { ...(name !== undefined && { name }), ...(title !== undefined && { title }) };
}

/** Which folder the sessions of an agent begin with in a workspace. */
export interface PrimaryChoice {
  readonly agent: Fingerprint;
  readonly workspace: string;
  readonly folder: RealPath;
  /** In milliseconds since the epoch. */
  readonly chosenAt: number;
}

export type PrimaryAbout = Pick<PrimaryChoice, 'agent' | 'workspace'>;

/** One record for each agent in each workspace. It grants nothing: the folder is used only where it is exposed. */
export const primaries: RecordKind<PrimaryChoice, PrimaryAbout> = {
  folder: 'primaryFolders',
  noun: 'choice',
  schema: z.object({ agent: fingerprint, workspace: z.string(), folder: realPath, chosenAt: time }),
  fieldsOf: (word) => ({ ...word }),
  subjectOf: ({ agent, workspace }) => ['primary folder', agent, workspace],
  caution: () => 0,
  madeAt: ({ chosenAt }) => chosenAt,
};
