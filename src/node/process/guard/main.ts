// The guard process: told by one extension host over stdin which servers run, it ends what is left of them when that
// pipe closes, as it does also when the host is killed (rule 10).
import { createInterface } from 'node:readline';
import { WatchList } from './watchList';

const watchList = new WatchList();
const orders = createInterface({ input: process.stdin });
orders.on('line', (line) => watchList.obey(line));
orders.on('close', () => {
  void watchList.endAll().finally(() => process.exit());
});
