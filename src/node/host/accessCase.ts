import { isApproved, unapprovedText } from '../../core/approval/approvals';
import { accessRule, type RuledServer } from '../../core/consent/accessRule';
import type { AccessCase } from '../../core/record/accessSentence';
import type { SessionKnowledge } from '../../core/record/knowledge';
import type { Candidate } from '../../core/roots/candidate';
import { askedBesides } from '../../core/roots/askedFor';
import { aOne } from '../../core/consent/noun';
import { nounOf, scopeText } from '../../core/servers/definition';
import { inputTitle } from '../../core/inputs/inputDefinition';
import { hearsOfRoots } from '../../core/servers/placeholders';
import type { NamedFolder } from '../../core/roots/namedFolder';
import { decidedUnder } from '../../core/servers/namedFolders';
import { displayText } from '../../core/text';
import { grantableUri } from '../folders/folderUri';
import { rootWriter } from '../folders/rootWriter';
import type { Grantee } from '../servers/grantee';
import type { Supervisor } from './supervisor';
import type { Host } from './host';

/** All grantees: each server, for this window and for each other client of it, and each agent. */
export function grantees({
  supervisor: { servers, agents },
  clients: { outside },
}: Host): readonly Grantee[] {
  return [...servers.all.flatMap((server) => [server, ...outside.ofServer(server)]), ...agents.all];
}

/** What the running processes of this server were told, for this client of it. */
export function knowledgeOf(
  { disclosures }: Supervisor,
  { serverId, who }: Grantee,
): readonly SessionKnowledge[] {
  const client = JSON.stringify(who);
  return disclosures.knowledge.filter(
    (each) => each.serverId === serverId && JSON.stringify(each.who) === client,
  );
}

/** Gathers all that there is to say about one server and one folder at this moment. */
export function accessCase(host: Host, server: Grantee, folder: Candidate | NamedFolder): AccessCase {
  const { ledger, sharingState } = host.consent;
  const isCandidate = 'availability' in folder;
  const realPath = decidedUnder(folder);
  const uri = realPath && grantableUri(realPath);
  const sessions = knowledgeOf(host.supervisor, server);
  return {
    server: server.name,
    noun: nounOf(server.definition),
    folder: folder.name,
    rule: accessRule(ruledServer(server), isCandidate ? ownCandidate(server, folder) : undefined, {
      ledger,
      switches: sharingState.switches,
      writer: rootWriter,
    }),
    state: server.state,
    hindrance: hindranceOf(server, host),
    wasAllowed: realPath !== undefined && server.wasAllowed(realPath),
    isNamed: realPath !== undefined && server.named.some(({ grantable }) => grantable === realPath),
    told: uri === undefined ? undefined : sessions.flatMap(({ told }) => told.get(uri) ?? [])[0],
  };
}

/** What keeps a server from being started, as the end of a sentence. */
function hindranceOf(server: Grantee, host: Host): string | undefined {
  const defined = host.supervisor.defined.byId(server.serverId);
  const wider = defined && host.supervisor.defined.shadowing(defined)?.definition;
  if (wider !== undefined) {
    return `the ${scopeText(wider.scope)} define ${aOne(nounOf(wider))} of the same name`;
  }
  const { approval } = server;
  if (approval?.kind === 'other program')
    return 'the name of its program leads to another file than when it was approved';
  if (approval !== undefined && !isApproved(approval))
    return `its definition ${unapprovedText[approval.kind]}`;
  const [unanswered] = server.missing;
  if (unanswered !== undefined)
    return `it needs your answer to “${displayText(inputTitle(unanswered), 100)}”`;
  const refused = server.named.find(({ granted }) => !granted);
  return refused && `its definition names ${refused.path}, which is not allowed`;
}

/** The folder as it stands for this server: what lies there now may not be what it was granted. */
function ownCandidate({ candidates }: Grantee, candidate: Candidate): Candidate {
  return candidates.find(({ uri }) => uri === candidate.uri) ?? candidate;
}

function ruledServer({ fault, fingerprint, definition, exposure }: Grantee): RuledServer {
  if (fingerprint === undefined) return { fault: fault?.why ?? 'It was not read yet' };
  const { roots } = definition;
  const { within } = exposure;
  return {
    fingerprint,
    declare: hearsOfRoots(definition),
    primary: roots.primary,
    ...askedBesides(roots),
    within,
  };
}
