/** Everything that commands and the chat do with agents: one part, loaded when the first of it is needed. */
export { choosePrimary, newSession } from './beginSession';
export { closeSession, forgetSession, renameSession, signIn, signOut, stopTurn } from './manageSessions';
export { Conversations } from './conversations';
export { forkSession, openSession, resumeLastSession, tellSession } from './reopenSession';
export { serversForAgent } from './serversForAgent';
