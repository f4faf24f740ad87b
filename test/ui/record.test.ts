import { deepEqual, equal, match } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { openWithWebAllowed } from './webAllowed';
import type { UiWindow } from './window';

describe('who was told what', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await openWithWebAllowed();
  });

  after(() => window.close());

  const allowed = [
    'v explorer  running · up to date, 1 folder',
    '  [x] web  allowed',
    '  [ ] api  not allowed in this session',
    'v records  running · up to date, 1 folder',
    '  [x] web  allowed',
    '  [ ] api  ask later',
  ];

  step('stands in a document for each server, newest first, in plain words', async () => {
    const { workbench, view, workspace } = window;
    await view.call('records', 'list_allowed_directories');
    const { ariaLabel } = await until(
      'the last call on the line of the server',
      () => view.tree.waitFor('records'),
      (row) => row.ariaLabel.includes('last call'),
    );
    match(
      ariaLabel,
      /^server records, running · up to date, 1 folder · last call “list_allowed_directories”, answered \d\d:\d\d$/,
    );
    await workbench.screenshot('last-call');
    await view.tree.chooseFromMenu(['records'], 'Show History');
    const text = await workbench.editor.waitForText('list_allowed_directories');
    await workbench.screenshot('what-server-was-told');
    const events = text.split('\n').flatMap((line) => /^ {2}[\d:]{8} {2}(.*)$/.exec(line)?.[1] ?? []);
    const web = `file://${workspace.path('web')}`;
    deepEqual(
      events.map((event) =>
        event
          .replace(/process \d+/, 'process N')
          .replace(/MCP .*/, 'MCP …')
          .replace(/after \d.*/, 'after N')
          .replace(/in \S*\/empty\/[0-9a-f]{32};/, 'in an empty folder;'),
      ),
      [
        'its tool list_allowed_directories was called: answered after N',
        `asked for its roots and was told: ${web}`,
        'initialised with MCP …',
        'started as process N in an empty folder; its launch told it: nothing',
        `you allowed ${workspace.path('web')}, always`,
        'you approved its definition',
      ],
    );
    await view.closeEditor();
  });

  step('is answered in one sentence for one server and folder', async () => {
    const { workbench, view } = window;
    await view.tree.chooseFromMenu(['records', 'api'], 'Explain Folder Access…');
    const { message, buttons } = await workbench.notifications.waitFor('“records” cannot see “api”');
    deepEqual(
      [message, buttons],
      ['“records” cannot see “api”: you have not decided about it.', ['Show History']],
    );
    await workbench.screenshot('why-cannot-see');
    await workbench.notifications.close('“records” cannot see “api”');
    await view.tree.chooseFromMenu(['records', 'web'], 'Explain Folder Access…');
    const seen = await workbench.notifications.waitFor('“records” can see “web”');
    match(
      seen.message,
      /^“records” can see “web”: it is allowed always, since \d\d:\d\d, and it was told of it when it asked, \d\d:\d\d\.$/,
    );
    await workbench.notifications.close('“records” can see “web”');
  });

  step('is answered in one sentence for one folder, from the palette', async () => {
    const { workbench, view } = window;
    await view.tree.clickCheckbox('explorer', 'api');
    await view.answer(/^Allow “api” for/, 'Allow in This Session');
    await view.waitForState('explorer', /up to date, 2 folders/);
    await workbench.runCommand('MCP Roots: Show Who Can See Folder');
    await workbench.quickPick.waitForRow('api');
    await workbench.screenshot('who-can-see-which-folder');
    await workbench.quickPick.click('api');
    const { message } = await workbench.notifications.waitFor('“api” can be seen by');
    match(
      message,
      /^“api” can be seen by “explorer” \(it is allowed in this session, since \d\d:\d\d\), not by “records” \(you have not decided about it\)\.$/,
    );
    await workbench.screenshot('who-can-see');
    await workbench.notifications.close('“api” can be seen by');
    await view.tree.clickCheckbox('explorer', 'api');
    await view.waitForState('explorer', /up to date, 1 folder/);
    await eventually(() => window.lines(), allowed);
  });

  step('is reported as Markdown and as JSON', async () => {
    const { workbench, view, workspace } = window;
    await workbench.runCommand('MCP Roots: Show Access Report');
    await workbench.quickPick.waitForRow('JSON');
    await workbench.screenshot('report-as-what');
    await workbench.quickPick.click('Markdown');
    const text = await workbench.editor.waitForText('# Who can see what');
    await workbench.screenshot('report-markdown');
    match(
      text,
      /\| Folder \| explorer \| records \|\n\| -{6} \| -{8} \| -{7} \|\n\| web {4}\| \*\*yes\*\* {2}\| \*\*yes\*\* \|\n\| api {4}\| no {7}\| no {6}\|/,
    );
    await view.closeEditor();
    await workbench.runCommand('MCP Roots: Show Access Report');
    await workbench.quickPick.waitForRow('JSON');
    await workbench.quickPick.click('JSON');
    const json = await workbench.editor.waitForText('"servers"');
    await workbench.screenshot('report-json');
    const { servers } = JSON.parse(json) as {
      readonly servers: readonly {
        readonly name: string;
        readonly canSee: readonly { readonly uri: string }[];
      }[];
    };
    const web = `file://${workspace.path('web')}`;
    deepEqual(
      servers.map(({ name, canSee }) => [name, ...canSee.map(({ uri }) => uri)]),
      [
        ['explorer', web],
        ['records', web],
      ],
    );
    await view.closeEditor();
  });

  step('is taken back as a whole, and put back exactly', async () => {
    const { workbench, view } = window;
    await workbench.runCommand('MCP Roots: Revoke Everything');
    await workbench.dialog.waitFor('for every server and folder?');
    await workbench.dialog.click('Revoke');
    for (const server of ['explorer', 'records']) await view.waitForState(server, /up to date, 0 folders/);
    await workbench.notifications.waitFor('This can be undone until the window closes.');
    await workbench.screenshot('revoke-everything-undo');
    await workbench.notifications.click('This can be undone', 'Undo');
    await workbench.notifications.waitFor('put back');
    await eventually(() => window.lines(), allowed);
    await workbench.screenshot('revoke-everything-undone');
    deepEqual(await workbench.palette.titles('MCP Roots: Undo Revoke Everything'), []);
  });

  step('is still there of a server that is not configured any more', async () => {
    const { workbench, view, workspace } = window;
    const { settings, ...rest } = JSON.parse(readFileSync(workspace.file, 'utf8')) as { settings: object };
    writeFileSync(
      workspace.file,
      JSON.stringify({ ...rest, settings: { ...settings, 'mcpRoots.servers': {} } }),
    );
    await eventually(async () => (await view.tree.lines()).some((line) => line.includes('records')), false);
    await workbench.runCommand('MCP Roots: Show History');
    const { description } = await workbench.quickPick.waitForRow('records');
    equal(description, 'not configured any more');
    await workbench.screenshot('what-which-server-was-told');
    await workbench.quickPick.click('records');
    await workbench.editor.waitForText('you approved its definition');
    await view.closeEditor();
  });
});
