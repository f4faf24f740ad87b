// The window of the bench, in a process of its own as an extension host is.
import { randomBytes } from 'node:crypto';
import { BridgeListener } from '../../src/node/bridge/bridgeListener';
import { ClientKeys } from '../../src/node/bridge/clientKeys';
import { Signer } from '../../src/node/stores/signature';
import { PrivateFolder } from '../../src/node/stores/privateFolder';
import { BridgedServer } from '../acceptance/bridgedServer';

async function main(storagePath: string, server: string): Promise<void> {
  const nothing = () => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const storage = await PrivateFolder.open(storagePath, log);
  const keys = await ClientKeys.open({ storage, signer: new Signer(randomBytes(32)), log });
  const { id } = await keys.create({ name: 'Bench', servers: ['bench'] });
  const listener = await BridgeListener.open({ storage, keys, log });
  listener.onConnection((connection) => {
    const served = new BridgedServer(connection, { command: process.execPath, args: [server] });
    void served.start();
  });
  await listener.sayFolders([]);
  process.on('message', () => void tellMemory());
  process.stdout.write(`${id}\n`);
}

async function tellMemory(): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.send?.(process.memoryUsage());
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
