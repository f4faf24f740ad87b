import { ThemeIcon, type QuickPickItem } from 'vscode';
import { UserError } from '../../core/errors';
import { logLevels, type LogLevel } from '../../core/features/logLevel';
import type { Sampling, SwitchChange } from '../../core/features/serverSwitches';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandContext } from '../commands/commandContext';
import { pickServer } from '../commands/pickServer';
import { askByQuickPick } from '../quickPick';
import { offerRestart } from './offerRestart';
import { called } from './serverTexts';

interface Choice<A> {
  readonly answer: A;
  readonly label: string;
  readonly detail?: string;
  readonly icon?: string;
}

const samplingChoices: readonly Choice<Sampling>[] = [
  {
    answer: 'off',
    label: 'Off',
    detail: 'It is not told that it could ask for answers of a language model.',
    icon: 'circle-slash',
  },
  {
    answer: 'ask',
    label: 'Ask Each Time',
    detail: 'You see and may change each request and each answer before it goes on.',
    icon: 'question',
  },
  {
    answer: 'session',
    label: 'Allow in This Session',
    detail: 'Without being asked, until this window is closed or reloaded. The limits hold.',
    icon: 'clock',
  },
  {
    answer: 'always',
    label: 'Always Allow',
    detail: 'Without being asked, in every window, until its definition changes. The limits hold.',
    icon: 'check-all',
  },
];

/** Asks whether a server may have language models answer. */
export async function chooseSampling(context: CommandContext, argument: unknown): Promise<void> {
  const server = await pickServer(argument, context.host.supervisor, 'Select a server', isUsable);
  if (server === undefined) return;
  const present = switchesOf(server, context).sampling;
  const title = `May ${called(server)} use your language models?`;
  const to = await choose(
    title,
    'What models answer counts against your own quota.',
    samplingChoices,
    present,
  );
  if (to !== undefined) await turn(server, { feature: 'sampling', to }, context);
}

const questionChoices: readonly Choice<'on' | 'off'>[] = [
  {
    answer: 'on',
    label: 'On',
    detail: 'It may ask you by a form, or to open an address. Nothing is sent that you did not see and send.',
    icon: 'comment-discussion',
  },
  { answer: 'off', label: 'Off', detail: 'It is not told that it could ask you.', icon: 'circle-slash' },
];

/** Asks whether a server may ask questions. */
export async function chooseQuestions(context: CommandContext, argument: unknown): Promise<void> {
  const server = await pickServer(argument, context.host.supervisor, 'Select a server', isUsable);
  if (server === undefined) return;
  const present = switchesOf(server, context).elicitation ? 'on' : 'off';
  const to = await choose(`May ${called(server)} ask you questions?`, 'Choose.', questionChoices, present);
  if (to !== undefined) await turn(server, { feature: 'elicitation', to }, context);
}

/**
 * Asks from which level on a server is to send log messages.
 * @throws {UserError} for a server that does not run, or does not say that it sends any
 */
export async function chooseLogLevel(context: CommandContext, argument: unknown): Promise<void> {
  const running = ({ client }: ManagedServer) => client?.hasLogging === true;
  const server = await pickServer(argument, context.host.supervisor, 'Select a server', running);
  if (server === undefined) return;
  const { client } = server;
  if (client === undefined) throw new UserError(`${called(server)} does not run. Start it first.`);
  if (!client.hasLogging) throw new UserError(`${called(server)} does not say that it sends log messages.`);
  const present = switchesOf(server, context).logLevel ?? 'unset';
  const choices: readonly Choice<LogLevel | 'unset'>[] = [
    { answer: 'unset', label: 'As the server likes', detail: 'What it was told stays until its next start.' },
    ...logLevels.map((level) => ({ answer: level, label: level })),
  ];
  const title = `From which level on does ${called(server)} send log messages?`;
  const to = await choose(title, 'They go to the log of the server.', choices, present);
  if (to === undefined) return;
  if (to !== 'unset') await client.setLogLevel(to);
  await turn(server, { feature: 'log level', to }, context);
}

async function turn(server: ManagedServer, change: SwitchChange, context: CommandContext): Promise<void> {
  const { fingerprint } = server;
  if (fingerprint === undefined) return;
  await context.host.consent.switches.turn(fingerprint, change);
  await offerRestart(server, context);
}

function switchesOf({ fingerprint, name }: ManagedServer, { host }: CommandContext) {
  if (fingerprint === undefined) throw new UserError(`“${name}” cannot be used. Look into its definition.`);
  return host.consent.switches.of(fingerprint);
}

function isUsable({ fingerprint }: ManagedServer): boolean {
  return fingerprint !== undefined;
}

/** Asks for one of these choices; the present one is active, so that Enter alone keeps it. */
function choose<A>(
  title: string,
  placeholder: string,
  choices: readonly Choice<A>[],
  present: A,
): Promise<A | undefined> {
  type Item = QuickPickItem & { readonly answer: A };
  const items = choices.map(({ answer, label, detail, icon }): Item => ({
    answer,
    label,
    ...(detail !== undefined && { detail }),
    ...(icon !== undefined && { iconPath: new ThemeIcon(icon) }),
    ...(answer === present && { description: 'now' }),
  }));
  return askByQuickPick<Item, A>(
    (pick) => {
      Object.assign(pick, { title, placeholder });
      pick.items = items;
      pick.activeItems = items.filter(({ answer }) => answer === present);
    },
    ({ activeItems }) => activeItems[0]?.answer,
  );
}
