// Looks at each folder of the command line without the rights of root, and prints what was seen.
import { statFolder } from '../../../../src/node/folders/statFolder';
import { becomeUnprivileged } from '../../stores/children/unprivileged';

becomeUnprivileged();
void (async () => {
  for (const path of process.argv.slice(2)) console.log((await statFolder(path)).kind);
})();
