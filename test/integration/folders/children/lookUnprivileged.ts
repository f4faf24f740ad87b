// Looks at each folder of the command line without the rights of root, and prints what was seen.
import { lookAtFolder } from '../../../../src/node/folders/lookAtFolder';
import { becomeUnprivileged } from '../../stores/children/unprivileged';

becomeUnprivileged();
void (async () => {
  for (const path of process.argv.slice(2)) console.log((await lookAtFolder(path)).kind);
})();
