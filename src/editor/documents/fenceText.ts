/** Said wherever it is said what an agent sees: its sessions are told of folders, its process has those of the user. */
export const agentIsNotFenced =
  'What this window serves and tells an agent is bounded by these folders. Its process can still reach the disk by itself.';
