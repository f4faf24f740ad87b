import { deepEqual, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { checkoutRoot } from '../../host/checkout';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

interface Link {
  readonly from: string;
  readonly to: string;
}

const root = checkoutRoot();
const helpFolder = 'media/help';
const index = `${helpFolder}/index.md`;
const pages = readdirSync(path.join(root, helpFolder))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `${helpFolder}/${name}`);
const userTexts = ['README.md', ...pages];
const allTexts = [...userTexts, 'src/README.md', 'test/README.md', 'CHANGELOG.md'];

/** Commands that only a link or a button calls: nobody looks for them by their title. */
const calledByLinks = ['mcpRoots.openAgentPart', 'mcpRoots.reviewStopped', 'mcpRoots.chooseAgentAnswer'];

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const settings = new Set(Object.keys(manifest.contributes.configuration.properties));

const titles = new Set(
  Object.entries(texts).flatMap(([key, title]) => (key.startsWith('command.') ? title : [])),
);

function withoutFences(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gmu, '');
}

/** What is not code. */
function proseOf(file: string): string {
  return withoutFences(read(file)).replaceAll(/`[^`\n]*`/gu, '`code`');
}

/** With the target of each link taken away, and at least one letter or digit in each. */
function wordsIn(text: string): number {
  const visible = text.replaceAll(/\]\([^)]*\)/gu, ']');
  return visible.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Links and pictures that lead to a file of the project, or to a heading of their own file. */
function linksOf(file: string): readonly Link[] {
  return [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, to = '']) => ({ from: file, to }))
    .filter(({ to }) => !/^[a-z]+:/u.test(to));
}

function targetOf({ from, to }: Link): { readonly file: string; readonly anchor: string | undefined } {
  const [file = '', anchor] = to.split('#');
  return { file: file === '' ? from : path.posix.join(path.posix.dirname(from), file), anchor };
}

/** As GitHub and VS Code make them of headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = [...withoutFences(read(file)).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/gu, '-'),
    ),
  );
}

function isDead(link: Link): boolean {
  const { file, anchor } = targetOf(link);
  if (!existsSync(path.join(root, file))) return true;
  return anchor !== undefined && !anchorsOf(file).has(anchor);
}

/** Everything bold: in these texts that is a command, of this extension or of VS Code, or the view. */
function namedCommands(file: string): readonly string[] {
  return [...proseOf(file).matchAll(/\*\*(.+?)\*\*/gu)]
    .map(([, bold = '']) => bold)
    .filter((bold) => bold !== 'MCP Roots' && !bold.startsWith('MCP: '));
}

describe('the README and the help', () => {
  it('say in at most 800 words what a stranger has to know', () => {
    const words = wordsIn(read('README.md'));
    ok(words <= 800, `README.md has ${words} words.`);
  });

  it('lead only to what is there', () => {
    deepEqual(allTexts.flatMap(linksOf).filter(isDead), []);
  });

  it('are read by whoever installed the extension: no page leads to what does not ship', () => {
    const outside = pages.flatMap(linksOf).filter((link) => !targetOf(link).file.startsWith('media/'));
    deepEqual(outside, []);
  });

  it('name commands by the titles that they have', () => {
    const unknown = userTexts.flatMap((file) =>
      namedCommands(file)
        .filter((named) => !titles.has(named.replace(/^MCP Roots: /u, '')))
        .map((named) => `${file}: ${named}`),
    );
    deepEqual(unknown, []);
  });

  it('name every command that a user can look for', () => {
    const named = new Set(pages.flatMap(namedCommands).map((each) => each.replace(/^MCP Roots: /u, '')));
    const missing = manifest.contributes.commands
      .filter(({ command }) => !calledByLinks.includes(command))
      .map(({ title }) => texts[title.replaceAll('%', '')] ?? title)
      .filter((title) => !named.has(title));
    deepEqual(missing, []);
  });

  it('name only settings that exist', () => {
    const unknown = userTexts.flatMap((file) =>
      [...read(file).matchAll(/\bmcpRoots(?:\.[a-zA-Z]+)+/gu)]
        .map(([setting]) => setting)
        .filter((setting) => !settings.has(setting))
        .map((setting) => `${file}: ${setting}`),
    );
    deepEqual(unknown, []);
  });
});

describe('the help', () => {
  it('lists every setting on one page', () => {
    const page = read(`${helpFolder}/settings.md`);
    deepEqual(
      [...settings].filter((setting) => !page.includes(`| \`${setting}\``)),
      [],
    );
  });

  it('has its table of contents lead to every page', () => {
    const listed = new Set(linksOf(index).map((link) => targetOf(link).file));
    deepEqual(
      pages.filter((page) => page !== index && !listed.has(page)),
      [],
    );
  });

  for (const page of pages) {
    it(`is short, and says first what it is for and last what is near: ${page}`, () => {
      const words = wordsIn(read(page));
      ok(words >= 150 && words <= 700, `It has ${words} words.`);
      const [heading, first, ...rest] = read(page)
        .trim()
        .split(/\n{2,}/u);
      ok(heading?.startsWith('# '), 'It begins with its title.');
      ok(first?.startsWith('This page '), 'It says what it is for.');
      const last = rest.at(-1) ?? '';
      const count = last.split('](').length - 1;
      ok(
        last.startsWith('Related: ') && count >= 1 && count <= 3,
        'It ends with one to three related pages.',
      );
    });
  }
});
