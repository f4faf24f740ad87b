import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import { aOneOf, type Noun } from '../../core/consent/noun';
import { nounOf, scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Supervisor } from '../../node/host/supervisor';
import type { Host } from '../../node/host/host';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { Grantee } from '../../node/servers/grantee';
import type { ManagedServer } from '../../node/servers/managedServer';
import { nounIcon } from '../tree/definedLine';
import { definedOf, granteeOf, isNode } from '../tree/nodes';
import { stateText } from '../tree/words';
import { withoutIcons } from '../withoutIcons';

interface GranteeItem<G extends Grantee> extends QuickPickItem {
  readonly grantee: G;
}

/**
 * The server that a command is meant for: the one whose line it was called on, else the user's pick among those that
 * fit; without a question when only one fits.
 */
export async function pickServer(
  argument: unknown,
  { servers }: Supervisor,
  placeHolder: string,
  fits: (server: ManagedServer) => boolean = () => true,
): Promise<ManagedServer | undefined> {
  if (isNode(argument) && (argument.kind === 'server' || argument.kind === 'offer')) return argument.server;
  if (isNode(argument) && argument.kind === 'client') return argument.client.server;
  return pickAmong(servers.all.filter(fits), placeHolder);
}

/** In place of a line, the argument of a command that is meant for one kind only: an earlier name of it was. */
export interface OnlyOf {
  readonly only: Noun;
}

function isOnlyOf(argument: unknown): argument is OnlyOf {
  return typeof argument === 'object' && argument !== null && 'only' in argument;
}

/** May one of this kind be offered, after what the command was called with? */
export function mayBeMeant(argument: unknown, noun: Noun): boolean {
  return !isOnlyOf(argument) || argument.only === noun;
}

/**
 * The same for what is done with servers and agents alike.
 * @param purpose ends the question that begins with "Select a server or agent"
 */
export async function pickDefined(
  argument: unknown,
  { defined }: Supervisor,
  purpose: string,
  fits: (one: DefinedGrantee) => boolean = () => true,
): Promise<DefinedGrantee | undefined> {
  const meant = isNode(argument) ? definedOf(argument) : undefined;
  if (meant !== undefined) return meant;
  const among = defined.all.filter((one) => mayBeMeant(argument, nounOf(one.definition)) && fits(one));
  return pickAmong(among, selectOne(among, purpose));
}

/** The same for what concerns every client of a server by itself: the pick has a line for each. */
export async function pickGrantee(
  argument: unknown,
  { supervisor: { defined }, clients: { outside } }: Host,
  purpose: string,
  fits: (grantee: Grantee) => boolean = () => true,
): Promise<Grantee | undefined> {
  const meant = isNode(argument) ? granteeOf(argument) : undefined;
  if (meant !== undefined) return meant;
  const among = [...defined.all, ...outside.all].filter(
    (one) => mayBeMeant(argument, nounOf(one.definition)) && fits(one),
  );
  return pickAmong(among, selectOne(among, purpose));
}

function selectOne(among: readonly Grantee[], purpose: string): string {
  return `Select ${aOneOf(among.map(({ definition }) => nounOf(definition)))} ${purpose}`;
}

/** Has the user pick one of these; without a question when there is only one. */
export async function pickAmong<G extends Grantee>(
  from: readonly G[],
  placeHolder: string,
): Promise<G | undefined> {
  const items = from.map((grantee): GranteeItem<G> => ({
    grantee,
    label: withoutIcons(displayText(grantee.name, 80)),
    description: withoutIcons(displayText(scopeText(grantee.definition.scope), 200)),
    detail: withoutIcons(
      displayText(grantee.fault?.why ?? stateText(grantee.state, nounOf(grantee.definition)), 200),
    ),
    iconPath: new ThemeIcon(nounIcon[nounOf(grantee.definition)]),
  }));
  const [only] = items;
  if (items.length === 1) return only?.grantee;
  return (await window.showQuickPick(items, { placeHolder }))?.grantee;
}
