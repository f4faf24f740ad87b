// A bare relay of two hops, to compare the bridge with: `window <socket> <server>` listens and starts the server for each
// connection; `shim <socket>` passes its own stdin and stdout. Neither looks at a byte.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [part, address, server] = process.argv.slice(2);

if (part === 'window') {
  const listener = createServer((socket) => {
    const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'inherit'] });
    socket.on('error', () => child.kill());
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
  });
  listener.listen(address, () => process.stdout.write('ready\n'));
} else {
  const socket = connect(address);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
  socket.on('close', () => process.exit());
}
