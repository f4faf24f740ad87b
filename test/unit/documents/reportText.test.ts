import { deepEqual, equal, match } from 'node:assert/strict';
import { reportText } from '../../../src/editor/documents/reportText';
import type { ServerReport, AccessReport } from '../../../src/node/host/accessReport';

const at = '2026-11-21T10:00:00.000Z';
const evil = 'x](command:evil) | <img src=x> `\n# heading\u202e';

function server(changes: Partial<ServerReport>): ServerReport {
  return {
    name: 'git',
    kind: 'server',
    client: 'this window',
    from: 'user settings',
    state: 'running',
    approval: 'approved',
    canSee: [],
    cannotSee: [],
    namedByDefinition: [],
    running: [],
    called: [],
    ...changes,
  };
}

const told = {
  server: 'git',
  client: 'this window',
  session: 's',
  place: { kind: 'process', pid: 7 } as const,
  since: at,
  told: [],
};

function report(changes: Partial<AccessReport>): AccessReport {
  return {
    at,
    sharing: true,
    trusted: true,
    folders: [{ name: 'web', path: '/w/web' }],
    servers: [],
    otherWindows: [],
    otherDecisions: 0,
    ...changes,
  };
}

describe('the report who can see what, as Markdown', () => {
  it('has a row for each folder and a column for each server', () => {
    const folders = [
      { name: 'web', path: '/w/web' },
      { name: 'api', path: '/w/api' },
    ];
    const servers = [
      server({ cannotSee: [{ folder: 'api', path: '/w/api', why: 'you have not decided about it' }] }),
      server({
        name: 'docs',
        cannotSee: folders.map(({ name, path }) => ({ folder: name, path, why: 'no' })),
      }),
    ];
    const table = reportText(report({ folders, servers }))
      .split('\n')
      .filter((line) => line.startsWith('|'));
    deepEqual(table, [
      '| Folder | git     | docs |',
      '| ------ | ------- | ---- |',
      '| web    | **yes** | no   |',
      '| api    | no      | no   |',
    ]);
  });

  it('counts what a launch tells like a root, and what is told and still runs, in other windows too', () => {
    const uri = 'file:///w/web';
    const running = [{ ...told, told: [{ uri, by: 'launch' as const, at }] }];
    const otherWindows = [
      {
        ...told,
        place: { kind: 'address', address: 'https://a.example/mcp' } as const,
        client: 'another editor',
      },
    ];
    const servers = [server({ namedByDefinition: [{ path: '/w/web', allowed: true }], running })];
    const text = reportText(report({ servers, otherWindows, otherDecisions: 2 }));
    match(text, /its launch tells it of:\n\n- `\/w\/web` \(allowed\)/);
    match(
      text,
      /Was told, and still runs:\n\n- git, process 7, since .*:\n {2}- `file:\/\/\/w\/web` by its launch, /,
    );
    match(
      text,
      /## Other windows of this workspace\n\n- git, the server at https:\/\/a\.example\/mcp for another editor, since .*: of no folder/,
    );
    match(text, /2 decisions besides: about servers that are not configured here\./);
  });

  it('calls an agent one, and says how its sessions were told and that its process has the disk', () => {
    const uri = 'file:///w/web';
    const running = [{ ...told, told: [{ uri, by: 'session/resume' as const, at }] }];
    const text = reportText(
      report({ sharing: false, servers: [server({}), server({ kind: 'agent', running })] }),
    );
    match(text, /Sharing is paused: no server or agent sees any folder\./);
    match(text, /\| Folder \| git +\| git \(agent\) \|/);
    match(text, /\n## git \(agent\)\n/);
    match(text, /`file:\/\/\/w\/web` when a session was opened again, /);
    match(text, /Its process can still reach the disk by itself\./);
  });

  it('says why there is nothing to see', () => {
    const said = (changes: Partial<AccessReport>) =>
      reportText(report(changes)).split('\n').slice(2, 5).join(' ');
    match(said({ sharing: false }), /Sharing is paused: no server sees any folder\./);
    match(said({ trusted: false }), /This workspace is not trusted/);
    match(said({ folders: [] }), /No folder is open: there is nothing to share\./);
    match(said({}), /No server is configured\./);
  });

  it('lets no name make a link, an image, a heading, a cell or HTML', () => {
    const servers = [
      server({
        name: evil,
        cannotSee: [{ folder: evil, path: evil, why: evil }],
        namedByDefinition: [{ path: evil, allowed: false }],
        running: [{ ...told, server: evil, client: evil, told: [{ uri: evil, by: 'launch', at }] }],
      }),
    ];
    const text = reportText(report({ folders: [{ name: evil, path: evil }], servers }));
    const outsideCode = text.replaceAll(/(?<!\\)`[^`]*(?<!\\)`/g, 'code');
    equal(/(?<!\\)\]\(|(?<!\\)<img|\n# heading|\u202e/.test(outsideCode), false, outsideCode);
    deepEqual(
      text
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) => line.split(/(?<!\\)\|/).length),
      [4, 4, 4],
    );
  });
});
