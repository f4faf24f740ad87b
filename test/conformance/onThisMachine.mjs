// Loaded before the official suite: makes it run here. Its servers listen on loopback only, and with a Node that has no
// `globSync` yet, which only its own maintenance needs, it finds one that says so.
import fs from 'node:fs';
import { register } from 'node:module';
import net from 'node:net';

const { listen } = net.Server.prototype;
// Whoever names no host is bound at once, and some ask for the port in the same turn: a host looked up is too late.
const listenAtOnce = net.Server.prototype['_listen2'];

net.Server.prototype.listen = function listenHere(port, ...rest) {
  if (typeof port !== 'number' || typeof rest[0] === 'string') return listen.call(this, port, ...rest);
  const listening = rest.find((each) => typeof each === 'function');
  if (listening !== undefined) this.once('listening', listening);
  listenAtOnce.call(this, '127.0.0.1', port, 4, 511, undefined, 0);
  return this;
};

if (fs.globSync === undefined) {
  const withGlob = `
    export * from 'node:fs';
    export const globSync = () => { throw new Error('This Node has no globSync.'); };`;
  const address = `data:text/javascript,${encodeURIComponent(withGlob)}`;
  const hooks = `
    export const resolve = (specifier, context, next) =>
      specifier === 'fs' ? { url: ${JSON.stringify(address)}, shortCircuit: true } : next(specifier, context);`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
