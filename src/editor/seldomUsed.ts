/**
 * What adds servers, agents, clients and folders, and the report: one part, loaded when the first of it is needed. As
 * parts of their own they would split what they share with the rest into many more files, and each file costs time to
 * load.
 */
export { useFromClient } from './clients/useFromClient';
export { showReport } from './commands/showReport';
export { exportServers } from './import/exportServers';
export { importServers } from './import/importServers';
export { runInPrimaryRoot } from './import/runInPrimaryRoot';
export { turnOffNativeCopy } from './import/turnOffNativeCopy';
export { addAgent } from './settings/addAgent';
export { suggestFolders } from './suggest/suggestFolders';
