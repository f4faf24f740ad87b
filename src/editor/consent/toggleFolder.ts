import { whyUnavailable, type Candidate } from '../../core/roots/candidate';
import type { Grantable } from '../../core/roots/grantable';
import { consentRows, type ConsentRow } from '../../core/consent/consentForm';
import { UserError } from '../../core/errors';
import type { NamedFolder } from '../../core/roots/namedFolder';
import { decidedUnder } from '../../core/servers/namedFolders';
import type { ConsentService } from '../../node/host/consentService';
import type { Grantee } from '../../node/servers/grantee';
import { confirmBroad } from './confirmBroad';
import { meantBy, subjectOf, warnOfParent } from './consentFlow';
import { pickDuration } from './durationPick';

/**
 * Turns the decision about a folder for a server around: what is allowed is denied at once; what is not is allowed for
 * as long as the user then says. Leaving that question changes nothing.
 * @throws {UserError} when the folder cannot be shared, the workspace is not trusted, or the answer could not be kept
 */
export async function toggleFolder(
  server: Grantee,
  folder: Candidate | NamedFolder,
  { catalog, ledger, statFolder, sharingState }: ConsentService,
): Promise<void> {
  const { fingerprint } = server;
  const realPath = decidedUnder(folder);
  if (fingerprint === undefined)
    throw new UserError(`“${server.name}” cannot be used: ${server.fault?.why ?? ''}`);
  if (realPath === undefined) {
    const why = 'availability' in folder ? whyUnavailable(folder) : 'it is not available';
    throw new UserError(`“${folder.name}” cannot be shared: ${why ?? 'it is not available'}.`);
  }
  const pair = { server: fingerprint, folder: realPath };
  const now = ledger.nearest(pair);
  const row = rowOf(server, realPath);
  if (now?.verdict === 'allow' && row?.isMoved !== true) {
    await ledger.decide([{ ...pair, verdict: 'deny' }], now.duration);
    if (now.folder !== realPath) warnOfParent(folder.name, server.name, now.folder);
    return;
  }
  if (!sharingState.switches.trusted) {
    throw new UserError('This workspace is not trusted. Trust it to share folders.');
  }
  if (row === undefined) return;
  const duration = await pickDuration([row], 'only step');
  if (duration === undefined) return;
  const confirmed = await confirmBroad([row], { catalog, statFolder });
  if (confirmed.length === 0) return;
  await ledger.decide([{ ...pair, verdict: 'allow', ...meantBy(row, 'allow') }], duration);
}

function rowOf(server: Grantee, realPath: Grantable): ConsentRow | undefined {
  const subject = subjectOf(server);
  return subject && consentRows(subject).find((row) => row.realPath === realPath);
}
