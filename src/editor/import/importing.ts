/** What brings servers here from other places and back: in a bundle of its own, since it is seldom needed. */
export { exportServers } from './exportServers';
export { importServers } from './importServers';
export { turnOffNativeCopy } from './turnOffNativeCopy';
