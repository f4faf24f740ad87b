import path from 'node:path';
import { window, workspace } from 'vscode';
import { UserError } from '../../core/errors';
import { importOffer } from '../../core/import/importOffer';
import { planImport, type ImportPlan } from '../../core/import/importPlan';
import { secretsIn } from '../../core/import/secrets';
import { withImport } from '../../core/import/settingsText';
import { parseInputs } from '../../core/inputs/parseInputs';
import { displayText } from '../../core/text';
import { readImportPlaces, type ImportGround } from '../../node/import/importPlaces';
import type { CommandContext } from '../commands/commandContext';
import { section, type SettingId } from '../ids';
import { report } from '../registerCommand';
import { openDefinition } from '../settings/openDefinition';
import { countOf } from '../tree/words';
import { withoutLinks } from '../withoutLinks';
import { pickOffers, pickSecrets, pickTarget, type ImportLine } from './importPicks';
import { keepAnswersFor, type Answers } from './keepAnswers';
import { editSettings } from './settingsEdit';
import { turnOffCopies } from './turnOffNativeCopy';

type Target = 'user' | 'workspace';

/**
 * Copies servers of other clients into the settings: asks which, where to, and what becomes of secrets. Nothing is
 * started or approved, and no file of another client is changed.
 * @throws {UserError} when the settings could not be changed, or the change could not be saved; their file is as it was
 * then
 */
export async function importServers(context: CommandContext): Promise<void> {
  const picked = await pickOffers(await findLines(context));
  const target = picked && (await pickTarget());
  if (picked === undefined || target === undefined) return;
  const secrets = picked.flatMap(({ found, candidate }) =>
    secretsIn(candidate?.translated.entry ?? {}).map(({ name }) => `${name} of ${found.name}`),
  );
  const wish = secrets.length === 0 ? 'copy' : await pickSecrets(secrets, target);
  if (wish === undefined) return;
  const plan = planImport(
    picked.flatMap(({ candidate }) => candidate ?? []),
    { names: namesHere(context), inputs: inputsOf(target) },
    wish === 'move',
  );
  await write(context, plan, target);
}

async function findLines({ host, natives }: CommandContext): Promise<readonly ImportLine[]> {
  const { places } = natives;
  const ground: ImportGround = {
    ...places,
    folders: places.isTrusted ? foldersHere() : [],
    workspaceFile: places.isTrusted ? places.workspaceFile : undefined,
  };
  const translation = {
    isMultiRoot: foldersHere().length > 1,
    isSet: (name: string) => process.env[name] !== undefined,
    separator: path.sep,
  };
  const known = host.supervisor.servers.all.map(({ definition }) => definition);
  const readings = await readImportPlaces(ground);
  const lines = readings.flatMap((reading): readonly ImportLine[] =>
    reading.kind === 'unreadable'
      ? [reading]
      : reading.servers
          .filter(({ value }) => !startsShim(value, host.clients.bridge.shim))
          .map((found) => ({ kind: 'offer', offer: importOffer(found, translation, known) })),
  );
  if (lines.length > 0) return lines;
  const hint = places.isTrusted ? '' : ' Those of this workspace are looked at once it is trusted.';
  throw new UserError(
    `No servers were found in the files of VS Code, Cursor, Claude Code, Claude Desktop and Windsurf.${hint} Add one with "Add Server…".`,
  );
}

/** Whether an entry starts our shim: then "Use from Another Client" wrote it, and it leads back here. */
function startsShim(value: unknown, shim: string): boolean {
  if (typeof value !== 'object' || value === null || !('args' in value)) return false;
  return Array.isArray(value.args) && value.args[0] === shim;
}

function foldersHere(): ImportGround['folders'] {
  return (workspace.workspaceFolders ?? []).flatMap(({ name, uri }) =>
    uri.scheme === 'file' ? { name, path: uri.fsPath } : [],
  );
}

function namesHere({
  host: {
    supervisor: { servers },
  },
}: CommandContext): readonly string[] {
  return ['explorer', ...servers.all.map(({ name }) => name), ...servers.faulty.map(({ name }) => name)];
}

function inputsOf(target: Target): readonly unknown[] {
  const values = workspace.getConfiguration(section).inspect<unknown>('inputs' satisfies SettingId);
  const value = target === 'user' ? values?.globalValue : values?.workspaceValue;
  return Array.isArray(value) ? value : [];
}

/** Writes the servers into the settings and keeps their secrets. */
async function write(context: CommandContext, plan: ImportPlan, target: Target): Promise<void> {
  const { answers } = context.host.consent;
  const scope = { kind: target } as const;
  const inputs = plan.answers.flatMap(({ input, value }) => {
    const defined = parseInputs([input]).get(input.id);
    return defined === undefined || defined.kind === 'faulty' ? [] : [{ input: defined, value }];
  });
  const secrets: Answers = {
    keep: async () => {
      for (const { input, value } of inputs) await answers.keep(scope, input, value);
    },
    forget: async () => {
      for (const { input } of inputs) await answers.forget(scope, input);
    },
  };
  const edit = await keepAnswersFor(secrets, () =>
    editSettings(scope, (text, above) => withImport(text, above, plan)),
  );
  const [first] = plan.servers;
  if (first !== undefined) await openDefinition({ name: first.name, scope, at: [] });
  const undo = async () => {
    await edit?.undo();
    await secrets.forget();
  };
  void say(context, plan, target, undo).catch((error: unknown) => report(error, context.logs.extension));
}

async function say(
  context: CommandContext,
  { servers }: ImportPlan,
  target: Target,
  undo: () => Promise<void>,
): Promise<void> {
  const names = servers.map(({ name, found }) =>
    name === found.name ? `“${name}”` : `“${found.name}” as “${name}”`,
  );
  const remarks = servers.flatMap(({ name, remarks }) => remarks.map((remark) => `“${name}”: ${remark}`));
  const where = target === 'user' ? 'your user settings' : 'the workspace settings';
  const said = [
    `${countOf(servers.length, 'server')} imported into ${where}: ${displayText(names.join(', '), 300)}.`,
    'Nothing is started before you approve it.',
    ...(remarks.length > 0 ? [`Look at ${displayText(remarks.join('; '), 300)}.`] : []),
  ].join(' ');
  const undoIt = 'Undo Import';
  const turnOff = "Remove Duplicates from VS Code's mcp.json";
  // A file that has just been made may not have been seen yet.
  await context.natives.look();
  const copies = servers.flatMap(({ found }) => context.natives.at(found.place.file, found.name) ?? []);
  const choice = await window.showInformationMessage(
    withoutLinks(said),
    ...(copies.length > 0 ? [turnOff] : []),
    undoIt,
  );
  if (choice === undoIt) await undo();
  if (choice === turnOff) await turnOffCopies(context, copies);
}
