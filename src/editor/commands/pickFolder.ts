import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { Candidate } from '../../core/roots/candidate';
import { whyUnavailable } from '../../core/roots/candidate';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import { isNode } from '../tree/nodes';

interface CandidateItem extends QuickPickItem {
  readonly candidate: Candidate;
}

/** The folder that a command is meant for: the one whose line it was called on, else the user's pick. */
export async function pickCandidate(
  argument: unknown,
  { catalog }: Host,
  placeHolder: string,
  fits: (candidate: Candidate) => boolean = () => true,
): Promise<Candidate | undefined> {
  if (isNode(argument) && 'candidate' in argument) return argument.candidate;
  const items = catalog.candidates.filter(fits).map((candidate): CandidateItem => {
    const why = whyUnavailable(candidate);
    return {
      candidate,
      label: displayText(candidate.name, 80),
      description: displayText(candidate.path ?? candidate.uri, 300),
      iconPath: ThemeIcon.Folder,
      ...(why !== undefined && { detail: why }),
    };
  });
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.candidate;
}
