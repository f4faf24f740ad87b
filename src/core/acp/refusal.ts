/** What the agent's own error to a request calls for: a sign-in first, or another request. */
export type AgentRefusal = 'sign in' | 'refused';

/** ACP, error codes: "authentication required". */
const authenticationRequired = -32000;

/** The same: "request cancelled", which comes of a request that nobody waits for any more. */
const requestCancelled = -32800;

/**
 * Why a request failed that the agent answered with an error; undefined where it gave no answer at all, or one that
 * cannot be used. Decided by the error's code: its class is the library's, which is not known here.
 */
export function refusalOf(thrown: unknown): AgentRefusal | undefined {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  if (typeof cause.code !== 'number' || cause.code === requestCancelled) return undefined;
  return cause.code === authenticationRequired ? 'sign in' : 'refused';
}
