import { ThemeColor, ThemeIcon } from 'vscode';
import { isApproved } from '../../core/approval/approvals';
import { inputTitle, type InputDefinition } from '../../core/inputs/inputDefinition';
import type { Noun } from '../../core/consent/noun';
import { nounOf, scopeText, type ServerDefinition } from '../../core/servers/definition';
import { launchText } from '../../core/servers/launch';
import { hearsOfRoots } from '../../core/servers/placeholders';
import { isActive, type ServerState } from '../../core/servers/serverState';
import { displayText } from '../../core/text';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { stateText, unapprovedWords } from './words';
import type { LineFacts } from './lineContext';

/** The icons that tell servers and agents apart. */
export const nounIcon: Readonly<Record<Noun, string>> = { server: 'server', agent: 'robot' };

export const errorIcon = new ThemeIcon('error', new ThemeColor('list.errorForeground'));

/** The state of a server or an agent as an icon, the same wherever it has a line. */
export function stateIcon(state: ServerState, definition: Pick<ServerDefinition, 'agent'>): ThemeIcon {
  const isAgent = nounOf(definition) === 'agent';
  switch (state.kind) {
    case 'running':
      return new ThemeIcon(isAgent ? 'robot' : 'vm-running', new ThemeColor('testing.iconPassed'));
    case 'starting':
    case 'restarting':
    case 'stopping':
      return new ThemeIcon('loading~spin');
    case 'failed':
      return errorIcon;
    case 'asleep':
    case 'waiting for a grant':
      return new ThemeIcon('watch');
    case 'stopped':
    case 'stopped by the server':
      return new ThemeIcon(isAgent ? 'robot' : 'vm-outline');
  }
}

/** The icon of the line of a server or an agent. @param shadowedBy what keeps it from starting */
export function lineIcon(
  { fault, state, definition }: DefinedGrantee,
  shadowedBy: object | undefined,
): ThemeIcon {
  return fault === undefined && shadowedBy === undefined ? stateIcon(state, definition) : errorIcon;
}

/** Why a server or an agent cannot be started, whatever its state; undefined if it can. */
export function whyUnusable(
  { fault, definition }: DefinedGrantee,
  shadowedBy: DefinedGrantee | undefined,
): string | undefined {
  if (shadowedBy === undefined) return fault && displayText(fault.why, 300);
  const what = nounOf(definition) === 'agent' ? 'an agent' : 'a server';
  return `not started: the ${scopeText(shadowedBy.definition.scope)} define ${what} of the same name`;
}

/** The state in a few words; of what is stopped, why it will not simply start, if there is a reason. */
export function stateWords({ state, approval, missing, definition, exposure }: DefinedGrantee): string {
  if (exposure.fault !== undefined)
    return `internal error, sees no folder: ${displayText(exposure.fault, 200)}`;
  const isAtRest = state.kind === 'stopped' || state.kind === 'stopped by the server';
  if (isAtRest && approval !== undefined && !isApproved(approval)) return unapprovedWords[approval.kind];
  if (isAtRest && missing.length > 0) return 'waits for your answer';
  return stateText(state, nounOf(definition));
}

/** What a tooltip says of a definition, a line each, after what the line itself says. */
export function definitionLines({ prepared, approval, missing }: DefinedGrantee): readonly string[] {
  return [
    ...(approval?.kind === 'new' ? ['its start shows the whole definition first'] : []),
    ...(approval?.kind === 'changed' || approval?.kind === 'runs elsewhere'
      ? ['its start shows what was approved beside what it is now']
      : []),
    ...(approval?.kind === 'other program'
      ? ['its start shows where the name of its program led when it was approved, and where it leads now']
      : []),
    ...(missing.length === 0 ? [] : [missingText(missing)]),
    ...(prepared === undefined ? [] : [displayText(launchText(prepared.launch), 500)]),
  ];
}

function missingText(missing: readonly InputDefinition[]): string {
  return displayText(`its start asks you for: ${missing.map(inputTitle).join(', ')}`, 300);
}

/** The facts that decide which menus its line has, for servers and agents alike. */
export function definitionFacts(one: DefinedGrantee, shadowedBy: object | undefined): LineFacts {
  const { fault, state, definition, prepared, approval } = one;
  const active = isActive(state);
  return {
    prepared: prepared !== undefined,
    consents: prepared !== undefined && hearsOfRoots(definition),
    configured: definition.scope.kind !== 'bundled',
    approved: approval !== undefined && isApproved(approval),
    unapproved: approval !== undefined && !isApproved(approval),
    faulty: fault !== undefined,
    asksInputs: definition.inputs.length > 0,
    startable: prepared !== undefined && !active && shadowedBy === undefined,
    stoppable: active,
  };
}
