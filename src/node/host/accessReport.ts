import type { ApprovalStanding } from '../../core/approval/approvals';
import type { Exposure } from '../../core/consent/exposure';
import type { Decision } from '../../core/consent/decision';
import type { Who } from '../../core/record/disclosure';
import { reasonText, type MomentText } from '../../core/record/accessSentence';
import { Knowledge, type SessionKnowledge, type Telling } from '../../core/record/knowledge';
import { whyUnavailable } from '../../core/roots/candidate';
import type { Noun } from '../../core/consent/noun';
import { nounOf, scopeText } from '../../core/servers/definition';
import { calledTools, type CalledTool } from '../../core/record/calledTools';
import type { ServerPlace } from '../../core/servers/serverPlace';
import type { Grantee } from '../servers/grantee';
import { systemClock } from '../systemClock';
import type { KeptRecord } from '../stores/disclosureReading';
import type { Host } from './host';
import { grantees, knowledgeOf, accessCase } from './accessCase';

/** Who can see what, and who was told what and still runs. Times are ISO texts. */
export interface AccessReport {
  readonly at: string;
  readonly sharing: boolean;
  readonly trusted: boolean;
  readonly folders: readonly {
    readonly name: string;
    readonly path: string;
    /** Why no server can see it. */
    readonly unavailable?: string;
  }[];
  readonly servers: readonly ServerReport[];
  /** Sessions of other windows of this workspace that are not known to have ended. */
  readonly otherWindows: readonly SessionReport[];
  /** Decisions about servers that are not configured in this workspace. */
  readonly otherDecisions: number;
}

export interface ServerReport {
  readonly name: string;
  readonly kind: Noun;
  /** Whose grants these are. */
  readonly client: string;
  readonly from: string;
  readonly state: string;
  readonly approval: ApprovalStanding['kind'] | 'cannot be used';
  /** In the order in which it is told of them. */
  readonly canSee: readonly {
    readonly name: string;
    readonly uri: string;
    readonly allowed: Decision['duration'];
    readonly since: string;
    /** The folder that was allowed, where that is one around it. */
    readonly through?: string;
  }[];
  readonly cannotSee: readonly { readonly folder: string; readonly path: string; readonly why: string }[];
  /** Folders that its launch tells it of. */
  readonly namedByDefinition: readonly { readonly path: string; readonly allowed: boolean }[];
  /** What was told and is still known, because the process runs. */
  readonly running: readonly SessionReport[];
  /** Its tools that were called in this window, as far as the record goes back, the last one first. */
  readonly called: readonly (Omit<CalledTool, 'last'> & { readonly last: string })[];
}

export interface SessionReport {
  readonly server: string;
  readonly client: string;
  readonly session: string;
  readonly place: ServerPlace;
  readonly since: string;
  readonly told: readonly { readonly uri: string; readonly by: Telling['by']; readonly at: string }[];
}

/** Gathers who can see what at this moment. @param kept what all windows of this workspace have left */
export function accessReport(host: Host, kept: KeptRecord, moment: MomentText): AccessReport {
  const {
    consent: { catalog, sharingState, ledger },
    supervisor: { record },
  } = host;
  const all = grantees(host);
  const known = new Set(all.flatMap(({ fingerprint }) => fingerprint ?? []));
  return {
    at: iso(systemClock.now()),
    ...sharingState.switches,
    folders: catalog.candidates.map((candidate) => {
      const unavailable = whyUnavailable(candidate);
      const path = candidate.path ?? candidate.uri;
      return { name: candidate.name, path, ...(unavailable !== undefined && { unavailable }) };
    }),
    servers: all.map((server) => serverReport(server, host, moment)),
    otherWindows: elsewhere(kept, record.window).map(sessionReport),
    otherDecisions: ledger.decisions.filter(({ server }) => !known.has(server)).length,
  };
}

function serverReport(server: Grantee, host: Host, moment: MomentText): ServerReport {
  const { fingerprint, exposure, definition, state, approval, named } = server;
  const {
    consent: { catalog, ledger },
    supervisor: { disclosures },
  } = host;
  const cases = catalog.candidates.map((candidate) => ({
    candidate,
    of: accessCase(host, server, candidate),
  }));
  return {
    name: server.name,
    kind: nounOf(definition),
    client: clientText(server.who),
    from: scopeText(definition.scope),
    state: state.kind,
    approval: approval?.kind ?? 'cannot be used',
    canSee: exposedTo(exposure.current).flatMap(({ name, uri, folder }) => {
      const by = fingerprint && ledger.nearest({ server: fingerprint, folder });
      if (by === undefined) return [];
      const through = by.folder === folder ? {} : { through: by.folder };
      return { name, uri, allowed: by.duration, since: iso(by.decidedAt), ...through };
    }),
    cannotSee: cases.flatMap(({ candidate, of }) => {
      if (of.rule.rule === 'allowed') return [];
      return { folder: candidate.name, path: candidate.path ?? candidate.uri, why: reasonText(of, moment) };
    }),
    namedByDefinition: named.map(({ path, granted }) => ({ path, allowed: granted })),
    running: knowledgeOf(host.supervisor, server).map(sessionReport),
    called: calledTools(disclosures.of(server.serverId)).map((each) => ({ ...each, last: iso(each.last) })),
  };
}

function exposedTo({ roots, others = [] }: Exposure) {
  return [...roots, ...others.map(({ name, uri, key }) => ({ name, uri, folder: key }))];
}

/** Sessions of other windows of which the record says neither that the process ended nor that the window did. */
function elsewhere({ entries, ended }: KeptRecord, own: string): readonly SessionKnowledge[] {
  const knowledge = new Knowledge();
  for (const entry of entries) {
    if (entry.window !== own && !ended.has(entry.window)) knowledge.take(entry);
  }
  return knowledge.sessions;
}

function sessionReport({ server, who, session, place, since, told }: SessionKnowledge): SessionReport {
  return {
    server,
    client: clientText(who),
    session,
    place,
    since: iso(since),
    told: [...told].map(([uri, { by, at }]) => ({ uri, by, at: iso(at) })),
  };
}

function clientText(who: Who): string {
  return typeof who === 'string' ? who : who.client;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
