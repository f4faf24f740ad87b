// The guard process. One extension host tells it over stdin which servers run. When that pipe closes, also because the
// host was killed, it ends what is left of them (rule 10).
import { createInterface } from 'node:readline';
import { WatchList } from './watchList';

const watchList = new WatchList();
const orders = createInterface({ input: process.stdin });
orders.on('line', (line) => watchList.obey(line));
orders.on('close', () => {
  void watchList.endAll().finally(() => process.exit());
});
