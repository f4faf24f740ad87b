/** Everything that is done with sessions of agents on a command: a bundle of its own, loaded at the first of them. */
export { choosePrimary, newSession } from './beginSession';
export {
  closeSession,
  forgetSession,
  renameSession,
  signIn as signInToAgent,
  signOut as signOutOfAgent,
  stopTurn,
} from './manageSessions';
export { forkSession, openSession, resumeLastSession, tellSession } from './reopenSession';
