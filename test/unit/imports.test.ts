import { deepEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const source = path.join(checkoutRoot(), 'src');

/** Which file takes something from which, types too; paths from the sources, with `/`. */
function fileImports(): Graph {
  const files = readdirSync(source, { encoding: 'utf8', recursive: true }).filter((name) =>
    name.endsWith('.ts'),
  );
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(source, file), 'utf8');
      const named = [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/gu)].map(([, to = '']) => to);
      const targets = named.map((to) => `${path.join(path.dirname(file), to).replace(/\.js$/u, '')}.ts`);
      return [slashed(file), new Set(targets.map(slashed))];
    }),
  );
}

function slashed(file: string): string {
  return file.replaceAll(path.sep, '/');
}

/** The same among the folders of one layer: `consent` for all that lies in `core/consent`. */
function folderImports(files: Graph, layer: string): Graph {
  const folders = new Map<string, Set<string>>();
  const folderOf = (file: string) => {
    const [first, folder, ...rest] = file.split('/');
    return first === layer && rest.length > 0 ? folder : undefined;
  };
  for (const [file, targets] of files) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const to = [...targets].flatMap((target) => folderOf(target) ?? []).filter((each) => each !== from);
    folders.set(from, new Set([...(folders.get(from) ?? []), ...to]));
  }
  return folders;
}

/** A way from something back to itself, for each that lies on one. */
function circles(graph: Graph): readonly string[] {
  return [...graph.keys()].flatMap((start) => {
    const before = new Map<string, string>();
    const due = [start];
    for (let at = due.shift(); at !== undefined; at = due.shift()) {
      for (const next of graph.get(at) ?? []) {
        if (next === start) return [`${wayTo(at, before)} -> ${start}`];
        if (before.has(next)) continue;
        before.set(next, at);
        due.push(next);
      }
    }
    return [];
  });
}

function wayTo(end: string, before: ReadonlyMap<string, string>): string {
  const from = before.get(end);
  return from === undefined ? end : `${wayTo(from, before)} -> ${end}`;
}

describe('Imports run one way', () => {
  const files = fileImports();

  it('no file depends on itself by way of others', () => {
    deepEqual(circles(files), []);
  });

  for (const layer of ['core', 'node']) {
    it(`no folder of ${layer} depends on itself by way of others`, () => {
      deepEqual(circles(folderImports(files, layer)), []);
    });
  }
});
