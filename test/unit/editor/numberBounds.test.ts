import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { boundedNumber, numberBounds } from '../../../src/editor/settings/numberBounds';
import { boundedGrace } from '../../../src/node/process/serverProcess';

interface NumberSetting {
  readonly type: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** The manifest of the checkout, from wherever the compiled tests lie in it. */
function manifestSettings(): Readonly<Record<string, NumberSetting>> {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return manifest.contributes.configuration.properties;
    } catch (error) {
      if (dirname(folder) === folder) throw error;
    }
  }
}

describe('A setting that is a number', () => {
  it('has the bounds that the manifest says, whichever it is', () => {
    const said = Object.entries(manifestSettings()).flatMap(([id, { type, minimum, maximum }]) =>
      type === 'number' || type === 'integer' ? [[id.replace('mcpRoots.', ''), [minimum, maximum]]] : [],
    );
    deepEqual({ ...numberBounds }, Object.fromEntries(said));
  });

  it('is never more or less than that, whoever set it', () => {
    deepEqual(
      [2_000_000, 5.5, 3, 0].map((value) => boundedNumber('stopGrace', value, 1)),
      [5, 5, 3, 0],
    );
    equal(boundedNumber('initializeTimeout', 0, 30), 0.1);
  });

  it('counts as not set when it is of another kind, or below nothing', () => {
    deepEqual(
      ['5', null, undefined, Number.NaN, -1, [2]].map((value) => boundedNumber('stopGrace', value, 1)),
      [1, 1, 1, 1, 1, 1],
    );
  });
});

describe('The grace of a process', () => {
  it('ends after five seconds at each step, whatever it was given', () => {
    deepEqual(boundedGrace({ closeStdinMs: 2e9, termMs: 2e9 }), { closeStdinMs: 5000, termMs: 5000 });
    deepEqual(boundedGrace({ closeStdinMs: 10, termMs: 0 }), { closeStdinMs: 10, termMs: 0 });
  });
});
