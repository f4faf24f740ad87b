/** What brings servers here from other places: in a bundle of its own, since it is seldom needed. */
export { importServers } from './importServers';
export { turnOffNativeCopy } from './turnOffNativeCopy';
