import { deepEqual, equal } from 'node:assert/strict';
import type { ManifestName } from '../../../src/core/suggest/members';
import { suggestionsIn, type SeenDirectory } from '../../../src/core/suggest/suggestions';

/** Directories by path, each with its files; a text for a file is what stands in it. */
type Tree = Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>;

function seen(tree: Tree): readonly SeenDirectory[] {
  return Object.entries(tree).map(([path, files]) => {
    const texts = Array.isArray(files) ? {} : (files as Readonly<Record<string, string>>);
    const names = Array.isArray(files) ? (files as readonly string[]) : Object.keys(texts);
    return {
      names: path.split('/').filter(Boolean),
      git: undefined,
      files: new Set(names),
      manifests: new Map(Object.entries(texts) as [ManifestName, string][]),
    };
  });
}

/** What is suggested: path → reasons. */
function suggested(tree: Tree): Record<string, readonly string[]> {
  const all = suggestionsIn('top', seen(tree)).map(
    ({ names, reasons }) => [names.join('/'), reasons] as const,
  );
  return Object.fromEntries(all);
}

const npm = (workspaces: unknown) => ({ 'package.json': JSON.stringify({ name: 'x', workspaces }) });
const isPackage = ['package.json'];

describe('Suggested folders: packages of workspaces', () => {
  it('of npm: every folder that a glob means and that holds a package', () => {
    deepEqual(
      suggested({
        '': npm(['packages/*', './tools/cli', '!packages/old']),
        packages: [],
        'packages/api': isPackage,
        'packages/api/sub': isPackage,
        'packages/empty': [],
        'packages/old': isPackage,
        'tools/cli': isPackage,
        other: isPackage,
      }),
      {
        'packages/api': ['package of the npm workspace in top'],
        'tools/cli': ['package of the npm workspace in top'],
      },
    );
  });

  it('of Yarn, in either shape, and of a workspace further inside', () => {
    deepEqual(
      suggested({
        web: { ...npm({ packages: ['libs/**'] }), 'yarn.lock': '' },
        'web/libs/a': isPackage,
        'web/libs/b/c': isPackage,
        'libs/d': isPackage,
      }),
      {
        'web/libs/a': ['package of the Yarn workspace in web'],
        'web/libs/b/c': ['package of the Yarn workspace in web'],
      },
    );
  });

  it('of pnpm', () => {
    const yaml = "packages:\n  - 'apps/*'\n  - '!apps/skip'\n";
    deepEqual(
      suggested({
        '': { 'pnpm-workspace.yaml': yaml },
        'apps/a': ['package.yaml'],
        'apps/skip': isPackage,
        'apps/none': [],
      }),
      { 'apps/a': ['package of the pnpm workspace in top'] },
    );
  });

  it('of Cargo, without what is excluded', () => {
    const toml = '[workspace]\nmembers = ["crates/*", "cli"]\nexclude = ["crates/old"]\n';
    deepEqual(
      suggested({
        '': { 'Cargo.toml': toml },
        'crates/a': ['Cargo.toml'],
        'crates/old': ['Cargo.toml'],
        cli: ['Cargo.toml'],
      }),
      {
        cli: ['package of the Cargo workspace in top'],
        'crates/a': ['package of the Cargo workspace in top'],
      },
    );
  });

  it('of Go', () => {
    const work =
      'go 1.22\n\nuse ./one // main\nuse (\n\t./two\n\t"./th[r]ee"\n\t// ./four\n)\nreplace x => ./five\n';
    deepEqual(
      suggested({
        '': { 'go.work': work },
        ...Object.fromEntries(
          ['one', 'two', 'th[r]ee', 'three', 'four', 'five'].map((name) => [name, ['go.mod']]),
        ),
      }),
      {
        one: ['module of the Go workspace in top'],
        'th[r]ee': ['module of the Go workspace in top'],
        two: ['module of the Go workspace in top'],
      },
    );
  });

  it('of Maven, module by module', () => {
    const pom = (...modules: readonly string[]) => ({
      'pom.xml': `<project><!-- <module>gone</module> <!-- --><modules>${modules.map((each) => `<module> ${each} </module>`).join('')}</modules></project>`,
    });
    deepEqual(
      suggested({
        '': pom('core', 'app/pom.xml'),
        core: pom('inner'),
        'core/inner': pom(),
        app: ['pom.xml'],
        gone: ['pom.xml'],
      }),
      {
        app: ['module of the Maven project in top'],
        core: ['module of the Maven project in top'],
        'core/inner': ['module of the Maven project in core'],
      },
    );
  });

  it('with every reason, each once', () => {
    const all = seen({ '': { ...npm(['a', '*']), 'pnpm-workspace.yaml': 'packages: [a]' }, a: isPackage });
    const [top, a] = all;
    if (top === undefined || a === undefined) throw new Error('There are two.');
    deepEqual(
      suggestionsIn('top', [
        { ...top, git: 'repository' },
        { ...a, git: 'submodule' },
      ]),
      [
        {
          names: ['a'],
          reasons: [
            'package of the npm workspace in top',
            'package of the pnpm workspace in top',
            'submodule of a repository',
          ],
        },
      ],
    );
  });
});

describe('Suggested folders: what files of others say is not believed', () => {
  const hostile: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['no JSON', { 'package.json': '{' }],
    ['no list', { 'package.json': '{"workspaces": {"packages": 7}}' }],
    ['globs that are no texts', npm([7, null, {}])],
    ['globs that lead out', npm(['../a', '/../a', 'a/../../b', '.', './', ''])],
    ['a glob that cannot be read', npm(['[', '{a'])],
    ['no YAML', { 'pnpm-workspace.yaml': 'packages: [' }],
    ['no TOML', { 'Cargo.toml': '[workspace' }],
    ['a Cargo file of one package', { 'Cargo.toml': '[package]\nname = "x"\n' }],
    ['a pom without modules', { 'pom.xml': '<project>' }],
  ];
  for (const [what, files] of hostile) {
    it(what, () => deepEqual(suggested({ '': files, a: isPackage, b: isPackage }), {}));
  }

  it('and takes no longer for it: many globs with many stars', () => {
    const globs = Array.from({ length: 2000 }, () => `${'**/'.repeat(20)}${'*a'.repeat(40)}b`);
    const pom = `<project>${'<!--'.repeat(60_000)}`;
    const tree = {
      '': { ...npm(globs), 'pom.xml': pom },
      [`${'a'.repeat(200)}/${'a'.repeat(200)}`]: isPackage,
    };
    const all = suggested(tree);
    equal(Object.keys(all).length, 0);
  });
});
