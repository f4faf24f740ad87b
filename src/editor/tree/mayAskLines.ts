import type { Sampling } from '../../core/features/serverSwitches';
import type { Host } from '../../node/host/host';
import type { ManagedServer } from '../../node/servers/managedServer';
import { countOf } from './words';

/** What a server may ask, and what that has cost, a line each: for its tooltip. */
export function mayAskLines(
  { fingerprint }: ManagedServer,
  { consent: { switches }, supervisor: { features } }: Host,
): readonly string[] {
  if (fingerprint === undefined) return [];
  const { sampling, elicitation } = switches.of(fingerprint);
  const { requests, inputTokens, outputTokens } = features.samplingCostOf({ fingerprint });
  const cost =
    requests === 0
      ? ''
      : ` · ${countOf(requests, 'answer')}, ${inputTokens.toLocaleString()} tokens in, ${outputTokens.toLocaleString()} out`;
  return [
    `language models: ${samplingText(sampling)}${cost}`,
    `questions to you: ${elicitation ? 'on' : 'off'}`,
  ];
}

function samplingText(sampling: Sampling): string {
  switch (sampling) {
    case 'off':
      return 'off';
    case 'ask':
      return 'asks each time';
    case 'session':
      return 'allowed in this session';
    case 'always':
      return 'allowed';
  }
}
