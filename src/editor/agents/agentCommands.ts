/** What is done with agents on a command or in the chat: loaded together, at the first of them. */
export { choosePrimary, newSession } from './beginSession';
export {
  closeSession,
  forgetSession,
  renameSession,
  signIn as signInToAgent,
  signOut as signOutOfAgent,
  stopTurn,
} from './manageSessions';
export { Conversations } from './conversations';
export { forkSession, openSession, resumeLastSession, tellSession } from './reopenSession';
export { serversForAgent } from './serversForAgent';
