import { equal } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import * as fc from 'fast-check';
import { judge } from '../../../src/core/roots/containment';
import { nodeDisk } from '../../../src/node/paths/nodeDisk';
import { pinRoot } from '../../../src/node/paths/pinRoot';

/** A tree as plain data; a link by its target, absolute ones starting at `t`. */
type Node = { readonly [name: string]: Node } | 'file' | { readonly link: string };

interface Place {
  readonly names: readonly string[];
  readonly exists: boolean;
}

const names = ['a', 'b', 'ab', 'c d'];
const step = fc.constantFrom(...names, '..', '.');
const target = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 4 }))
  .map(([absolute, steps]) => ({ link: (absolute ? '/' : '') + steps.join('/') }));

const { directory } = fc.letrec<{ directory: Node; node: Node }>((tie) => ({
  directory: fc.dictionary(fc.constantFrom(...names), tie('node'), { maxKeys: 3, noNullPrototype: true }),
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'node' },
    fc.constant<Node>('file'),
    target,
    tie('directory'),
    tie('directory'),
  ),
}));

/** Walks as a kernel does, name by name: the plain statement of where a path leads. Undefined beyond the tree. */
function walk(tree: Node, path: readonly string[]): Place | undefined {
  let at: string[] = [];
  const todo = [...path];
  for (let links = 0; ;) {
    const name = todo.shift();
    if (name === undefined) return { names: at, exists: true };
    const here = nodeAt(tree, at);
    if (here === 'file') return undefined;
    if (name === '.' || name === '') continue;
    if (name === '..') {
      if (at.length === 0) return undefined;
      at = at.slice(0, -1);
      continue;
    }
    const next = nodeAt(tree, [...at, name]);
    if (next === undefined) {
      const rest = todo.filter((each) => each !== '.');
      return rest.includes('..') ? undefined : { names: [...at, name, ...rest], exists: false };
    }
    if (isLink(next)) {
      if ((links += 1) > 40) return undefined;
      todo.unshift(...next.link.split('/'));
      if (next.link.startsWith('/')) at = ['t'];
    } else {
      at.push(name);
    }
  }
}

function nodeAt(tree: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = tree;
  for (const name of path) node = typeof node === 'object' && !isLink(node) ? node[name] : undefined;
  return node;
}

function isLink(node: Node): node is { readonly link: string } {
  return typeof node === 'object' && typeof node['link'] === 'string';
}

function build(node: Node, path: string, top: string): void {
  if (node === 'file') writeFileSync(path, '');
  else if (isLink(node)) symlinkSync(node.link.startsWith('/') ? `${top}/t${node.link}` : node.link, path);
  else {
    mkdirSync(path, { recursive: true });
    for (const [name, child] of Object.entries(node)) build(child, join(path, name), top);
  }
}

describe('containment on random trees', function suite() {
  // Starts processes or makes many files; on a busy machine that takes its time.
  this.timeout(30_000);

  it('allows exactly what a plain walk finds inside the root', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(directory, fc.array(steps, { minLength: 5, maxLength: 20 }), async (tree, paths) => {
        const top = realpathSync.native(mkdtempSync(join(tmpdir(), 'containment-model-')));
        try {
          // A directory of its own below `top`, so that leaving the tree by `..` stays in sight of the model.
          const whole: Node = { t: { a: {}, ...(tree as Record<string, Node>) } };
          build(whole, top, top);
          const root = walk(whole, ['t', 'a']) && (await pinRoot(join(top, 't', 'a')));
          for (const path of paths) await compare(whole, top, root ? [root] : [], path);
        } finally {
          rmSync(top, { recursive: true, force: true });
        }
      }),
      { numRuns: 150 },
    );
  });

  async function compare(
    tree: Node,
    top: string,
    roots: Parameters<typeof judge>[2],
    path: readonly string[],
  ): Promise<void> {
    const place = walk(tree, ['t', ...path]);
    const base = walk(tree, ['t', 'a']);
    const inside =
      place !== undefined && base !== undefined && base.names.every((name, i) => place.names[i] === name);
    const expected =
      inside && roots.length > 0
        ? `allow ${place.names.map((name) => `/${name}`).join('')} ${place.exists}`
        : 'deny';
    const judgement = await judge(`${top}/t/${path.join('/')}`, 'inspect', roots, nodeDisk);
    const answer =
      judgement.verdict === 'deny'
        ? 'deny'
        : `allow ${judgement.realPath.slice(top.length)} ${judgement.entry !== undefined}`;
    equal(answer, expected, path.join('/'));
  }
});
