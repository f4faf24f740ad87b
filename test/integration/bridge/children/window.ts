// A window of its own process: listens for the shims of a storage and gives back what they say.
import { BridgeListener } from '../../../../src/node/bridge/bridgeListener';
import { ClientKeys } from '../../../../src/node/bridge/clientKeys';
import { Signer } from '../../../../src/node/stores/signature';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';

// As in the tests that start this.
const testSigner = new Signer(Buffer.alloc(32, 7));

async function main(): Promise<void> {
  const nothing = () => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const storage = await PrivateFolder.open(process.argv[2] ?? '', log);
  const keys = await ClientKeys.open({ storage, signer: testSigner, log });
  const listener = await BridgeListener.open({ storage, keys, log });
  listener.onConnection((connection) => {
    const end = connection.attach((message) => void end.receive(message));
  });
  await listener.sayFolders([]);
  process.stdout.write('ready\n');
}

void main();
