import { deepEqual } from 'node:assert/strict';
import { Surroundings } from '../../unit/stores/surroundings';
import { AskingBench } from './askingBench';

describe('The log messages of a server', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  const message = (params: object) => ({ method: 'notifications/message', params });

  it('are written with their level and logger, in one harmless line', async () => {
    const bench = await AskingBench.of(surroundings, []);
    for (const params of [
      { level: 'notice', logger: 'db\u001b[2J', data: 'line\nbreak' },
      { level: 'emergency', data: { a: [1, '\u202e'] } },
      { level: 'debug', data: null },
      { level: 'loud', data: 'no level' },
    ]) {
      await bench.call('notify', message(params));
    }
    deepEqual(
      bench.log.lines.filter((line) => line.includes('[')),
      [
        'info [notice] db\\u001b[2J: line break',
        'error [emergency] { "a": [ 1, "\\u202e" ] }',
        'debug [debug] null',
      ],
    );
  });

  it('begin at the level that was chosen for the server', async () => {
    const bench = await AskingBench.of(surroundings, [{ feature: 'log level', to: 'error' }]);
    deepEqual(await bench.call('log-level'), 'error');
    await bench.server.client?.setLogLevel('debug');
    deepEqual(await bench.call('log-level'), 'debug');
  });
});
