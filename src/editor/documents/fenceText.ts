/**
 * Added wherever the user reads what an agent sees: folders bound what its sessions are told, not what its process can
 * read.
 */
export const agentIsNotFenced =
  'What this window serves and tells an agent is bounded by these folders. Its process can still reach the disk by itself.';
