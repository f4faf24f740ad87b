import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { Candidate } from '../../core/roots/candidate';
import { whyUnavailable } from '../../core/roots/candidate';
import { displayText } from '../../core/text';
import type { ConsentService } from '../../node/host/consentService';
import { isNode } from '../tree/nodes';
import { withoutIcons } from '../withoutIcons';
import type { Grantee } from '../../node/servers/grantee';
import { consentText } from '../tree/words';

interface CandidateItem extends QuickPickItem {
  readonly candidate: Candidate;
}

interface Offer {
  /** Which folders there are to choose from; all, unless given. */
  readonly fits?: (candidate: Candidate) => boolean;
  /** What there is to know of a folder before it is chosen; why it is unavailable, unless given. */
  readonly note?: (candidate: Candidate) => string | undefined;
}

/** The folder that a command is meant for: the one whose line it was called on, else the user's pick. */
export async function pickCandidate(
  argument: unknown,
  { catalog }: ConsentService,
  placeHolder: string,
  { fits = () => true, note = whyUnavailable }: Offer = {},
): Promise<Candidate | undefined> {
  if (isNode(argument) && 'candidate' in argument) return argument.candidate;
  const items = catalog.candidates.filter(fits).map((candidate): CandidateItem => {
    const remark = note(candidate);
    return {
      candidate,
      label: withoutIcons(displayText(candidate.name, 80)),
      description: withoutIcons(displayText(candidate.path ?? candidate.uri, 300)),
      iconPath: ThemeIcon.Folder,
      ...(remark !== undefined && { detail: withoutIcons(displayText(remark, 300)) }),
    };
  });
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.candidate;
}

/** How a folder stands with somebody, to be known before it is chosen. */
export function standingWith({ folders }: Grantee): (candidate: Candidate) => string | undefined {
  return ({ uri }) => {
    const standing = folders.find(({ candidate }) => candidate.uri === uri);
    return standing && consentText(standing.consent);
  };
}
