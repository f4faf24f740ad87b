import { deepEqual } from 'node:assert/strict';
import { runScenario } from './roots/runScenario';
import { scenarios } from './roots/scenarios';

const client = require.resolve('./faultyClient');

/** By fault: the scenarios that must find it, at the least. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'declares nothing': ['declare'],
  'declares no changes': ['declare'],
  'declares all the same': ['capability absent'],
  'is silent': ['deny'],
  'answers twice': ['ask'],
  'tells all': ['change', 'narrow', 'narrow to nothing'],
  'tells the first list for ever': ['change', 'narrow'],
  'tells paths': ['ask'],
  'tells unescaped addresses': ['ask'],
  sorts: ['ask'],
  'leaves one out': ['early ask', 'ask often'],
  'refuses an empty list': ['deny', 'narrow to nothing'],
  'hides its own fault': ['internal fault'],
  'tells of its own fault': ['internal fault'],
  'is silent on its own fault': ['internal fault'],
  'announces nothing': ['change', 'change often'],
  'announces what did not change': ['no change'],
};

/** The SDK's client takes no batches, which the revision of 2025-03-26 lets a server send. */
const notOfTheSdk = new Set(['batch']);

describe('the roots scenarios', () => {
  for (const way of ['stdio', 'http'] as const) {
    for (const scenario of scenarios.filter(({ name }) => !notOfTheSdk.has(name))) {
      it(`pass a plain client of the SDK over ${way}: ${scenario.name}`, async () => {
        deepEqual(await runScenario(scenario, way, [process.execPath, client]), []);
      });
    }
  }

  for (const [fault, names] of Object.entries(faults)) {
    it(`find a client that ${fault}`, async () => {
      const found: string[] = [];
      for (const name of names) {
        const scenario = scenarios.find((each) => each.name === name);
        if (scenario === undefined) throw new Error(`There is no scenario "${name}".`);
        const broken = await runScenario(scenario, 'stdio', [process.execPath, client, fault]);
        if (broken.length > 0) found.push(name);
      }
      deepEqual(found, names);
    });
  }
});
