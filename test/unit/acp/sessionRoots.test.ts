import { deepEqual, equal } from 'node:assert/strict';
import { foldersOf, remainingRoots, sessionRoots } from '../../../src/core/acp/sessionRoots';
import { asRealPath } from '../../../src/core/roots/realPath';

const [app, docs, nested] = ['/w/app', '/w/docs', '/w/app/lib'].map(asRealPath) as [never, never, never];
const posix = { takesAdditional: true, flavour: 'posix' } as const;

describe('The roots of a session of an agent', () => {
  it('are the working directory and the others, in the order of the folders', () => {
    deepEqual(sessionRoots([app, docs], posix), { cwd: app, additional: [docs], unseen: [] });
  });

  it('begin with the folder that the user chose, and keep the order of the others', () => {
    deepEqual(sessionRoots([app, docs, nested], { ...posix, primary: docs }), {
      cwd: docs,
      additional: [app, nested],
      unseen: [],
    });
  });

  it('have no folder twice, and none that equals the working directory', () => {
    deepEqual(sessionRoots([app, docs, app, docs], posix), { cwd: app, additional: [docs], unseen: [] });
  });

  it('keep a folder that lies in another', () => {
    deepEqual(sessionRoots([app, nested], posix), { cwd: app, additional: [nested], unseen: [] });
  });

  it('are the working directory alone for an agent that takes no more, with what it cannot see', () => {
    const roots = sessionRoots([app, docs, nested], { ...posix, takesAdditional: false });
    deepEqual(roots, { cwd: app, additional: [], unseen: [docs, nested] });
  });

  it('are none where nothing may be seen, or not the folder that is to go first', () => {
    equal(sessionRoots([], posix), undefined);
    equal(sessionRoots([app], { ...posix, primary: docs }), undefined);
  });

  it('never hold what is not absolute', () => {
    const folders = ['', 'app', '../x', 'C:app', '\\x'].map(asRealPath);
    equal(sessionRoots(folders, posix), undefined);
    equal(sessionRoots(folders, { ...posix, flavour: 'win32' }), undefined);
    equal(sessionRoots(folders, { ...posix, primary: asRealPath('app') }), undefined);
  });

  it('never hold more than the folders, whatever is chosen, and each of them once', () => {
    const all = [app, docs, nested, asRealPath('rel'), asRealPath('/w/é')];
    for (let bits = 0; bits < 2 ** all.length; bits += 1) {
      const folders = all.filter((_, i) => (bits >> i) % 2 === 1);
      for (const primary of [undefined, ...all]) {
        for (const takesAdditional of [true, false]) {
          const roots = sessionRoots([...folders, ...folders], {
            primary,
            takesAdditional,
            flavour: 'posix',
          });
          if (roots === undefined) continue;
          const sent = foldersOf(roots);
          equal(new Set([...sent, ...roots.unseen]).size, sent.length + roots.unseen.length);
          deepEqual(
            [...sent, ...roots.unseen].filter((each) => !folders.includes(each) || !each.startsWith('/')),
            [],
          );
        }
      }
    }
  });
});

describe('What is left of the roots of a session', () => {
  const told = { cwd: app, additional: [docs, nested] };

  it('is what its agent may see still, in the order in which it was told', () => {
    deepEqual(remainingRoots(told, [nested, docs, app]), [app, docs, nested]);
    deepEqual(remainingRoots(told, [nested, app]), [app, nested]);
  });

  it('is nothing once the working directory was withdrawn', () => {
    deepEqual(remainingRoots(told, [docs, nested]), []);
  });

  it('never has a folder that it was not told of', () => {
    deepEqual(remainingRoots({ cwd: app, additional: [] }, [app, docs]), [app]);
  });
});
