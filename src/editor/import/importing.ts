/** What writes definitions, and brings them here from other places and back: in a bundle of its own, since it is seldom needed. */
export { exportServers } from './exportServers';
export { importServers } from './importServers';
export { runInPrimaryRoot } from './runInPrimaryRoot';
export { turnOffNativeCopy } from './turnOffNativeCopy';
