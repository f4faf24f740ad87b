/**
 * What brings in servers, agents, clients and folders, and the report: loaded together, at the first of them. Each in a
 * file of its own would cut what they share with the rest into many more files, of which each costs time to load.
 */
export { useFromClient } from './clients/useFromClient';
export { reportSight } from './commands/reportSight';
export { exportServers } from './import/exportServers';
export { importServers } from './import/importServers';
export { runInPrimaryRoot } from './import/runInPrimaryRoot';
export { turnOffNativeCopy } from './import/turnOffNativeCopy';
export { addAgent } from './settings/addAgent';
export { suggestFolders } from './suggest/suggestFolders';
