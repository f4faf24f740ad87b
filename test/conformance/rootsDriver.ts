// MCP Roots as the client of a roots scenario, its own connection code and consents and all: `rootsDriver.js <by> [shim]`.
//   consent   all folders are open; each step allows and takes back what makes it another one
//   folders   all folders are allowed; each step opens and closes them
//   shim      the client is another one, a plain one on the SDK, that reaches the server through the shim
import { fileURLToPath } from 'node:url';
import { Subject, openHost } from '../acceptance/openHost';
import { Stage } from '../acceptance/stage';
import * as ownMessages from '../../src/core/session/ownMessages';
import { folderEntry } from '../probe/folderArgument';
import { readTask } from './roots/clientTask';
import { ThroughShim } from './throughShim';

const [, , by, way] = process.argv;
const {
  steps,
  declare,
  fault,
  url,
  command: [command = '', ...args],
} = readTask();
const paths = (uris: readonly string[]) => uris.map((uri) => fileURLToPath(uri));
const all = [...new Set(steps.flatMap(paths))];
const roots = { declare };
const definition: object = url === undefined ? { command, args, roots } : { url, roots };

/** Has the first answer fail while it is made, in the code that makes it. */
function failFirstAnswer(): void {
  const { rootsAnswer } = ownMessages;
  let asked = 0;
  const failing: typeof rootsAnswer = (...given) => {
    if ((asked += 1) === 1) throw new Error(`cannot list ${all.join()}`);
    return rootsAnswer(...given);
  };
  const made: object = ownMessages;
  Object.assign(made, { rootsAnswer: failing });
}

async function main(): Promise<void> {
  if (fault === 'first answer') failFirstAnswer();
  const stage = new Stage();
  const host = await openHost(stage, { subject: definition }, by === 'folders' ? paths(steps[0] ?? []) : all);
  try {
    const outside = way === 'shim' ? await ThroughShim.admit(host, 'subject') : undefined;
    const subject = outside ?? new Subject(host, 'subject');
    const take = async (list: readonly string[]) => {
      if (by === 'folders') return host.setFolders(list.map(folderEntry));
      for (const folder of all) {
        if (list.includes(folder)) await subject.decide(folder, 'allow');
        else await subject.withdraw(folder);
      }
    };
    if (by === 'folders') for (const folder of all) await subject.decide(folder, 'allow');
    else await take(paths(steps[0] ?? []));
    await subject.start();
    for (const [step, list] of steps.entries()) {
      if (step > 0) await take(paths(list));
      await (outside?.call('look', { step }) ?? subject.client.callTool('look', { step }));
    }
    await outside?.close();
  } finally {
    await host.close();
    await stage.clear();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
