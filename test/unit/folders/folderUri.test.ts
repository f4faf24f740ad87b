import { deepEqual } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { asRealPath } from '../../../src/core/roots/realPath';
import { recordUri, rootUri } from '../../../src/node/folders/folderUri';

describe('rootUri: an address that surely means this folder, or none (rule 4)', () => {
  for (const path of ['/w/web', '/w/a b#c%d', '/w/\u202ex', '/w/web\u0001', '/w/web\n', '/w/web ', '/']) {
    it(`reads back: ${JSON.stringify(path)}`, function () {
      if (process.platform === 'win32') this.skip(); // These are no paths there; toFileUri is tested for both.
      const uri = rootUri(asRealPath(path));
      deepEqual([fileURLToPath(uri ?? ''), recordUri(asRealPath(path))], [path, uri]);
    });
  }

  it('is none for what cannot be written, which the record names all the same', function () {
    if (process.platform === 'win32') this.skip();
    const path = asRealPath('/w/\ud800');
    deepEqual([rootUri(path), recordUri(path)], [undefined, 'file:///w/%EF%BF%BD']);
  });
});
