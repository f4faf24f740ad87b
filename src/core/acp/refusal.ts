/** What an error of the agent means: the user has to sign in first, or the agent refuses the request. */
export type AgentRefusal = 'sign in' | 'refused';

/** ACP, error codes: "authentication required". */
const authenticationRequired = -32000;

/** ACP, error codes: "request cancelled", for a request that nobody waits for any more. */
const requestCancelled = -32800;

/**
 * Why the agent answered a request with an error; undefined where it gave no answer, an unusable one, or "request
 * cancelled". Decided by the code of the error's cause, because this layer does not know the class of the ACP library.
 */
export function refusalOf(thrown: unknown): AgentRefusal | undefined {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  if (typeof cause.code !== 'number' || cause.code === requestCancelled) return undefined;
  return cause.code === authenticationRequired ? 'sign in' : 'refused';
}
