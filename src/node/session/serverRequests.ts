import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ElicitationCompleteNotificationSchema,
  LoggingMessageNotificationSchema,
  McpError,
  type ClientCapabilities,
  type ClientNotification,
  type ClientRequest,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { UserError } from '../../core/errors';
import { refusalCodes, RequestRefusal } from '../../core/session/requestRefusal';
import type { ServerRequests } from '../../core/features/serverRequests';
import type { ResponseTimeout } from './responseTimeout';

/** The SDK itself judges the parameters afterwards, and says then that they are invalid. */
const params = z.looseObject({});
const samplingRequest = z.object({ method: z.literal('sampling/createMessage'), params });
const elicitationRequest = z.object({ method: z.literal('elicitation/create'), params });

/** For a server that may ask nothing. */
export const noRequests: ServerRequests = {
  declares: { sampling: false, elicitation: false },
  logLevel: undefined,
  sample: notOffered,
  elicit: notOffered,
  elicitationCompleted: () => {},
  logged: () => {},
  offerAddresses: () => Promise.resolve(undefined),
};

function notOffered(): Promise<never> {
  return Promise.reject(new RequestRefusal('notOffered', 'Method not found'));
}

/** The capabilities of the client: what is on for this server, and nothing else (MCP, basic/lifecycle). */
export function capabilitiesFor({ declares }: ServerRequests): ClientCapabilities {
  return {
    ...(declares.sampling && { sampling: {} }),
    ...(declares.elicitation && { elicitation: { form: {}, url: {} } }),
  };
}

/**
 * Has the client answer what the server asks. What was not declared has no handler: it is answered "method not found".
 * The SDK aborts the signal of a request that the server takes back, and of requests of a server that ended.
 * @param patience is suspended while a request of the server is being answered
 */
export function handleRequests(client: Client, requests: ServerRequests, patience: ResponseTimeout): void {
  type Extra = RequestHandlerExtra<ClientRequest, ClientNotification>;
  const answered = <T>(extra: Extra, answer: () => Promise<T>) =>
    patience.during(() => tellingProgress(extra, () => refusing(answer, extra.signal)));
  if (requests.declares.sampling) {
    client.setRequestHandler(samplingRequest, async ({ params }, extra) => {
      return { ...(await answered(extra, () => requests.sample(params, extra.signal))) };
    });
  }
  if (requests.declares.elicitation) {
    client.setRequestHandler(elicitationRequest, async ({ params }, extra) => {
      return { ...(await answered(extra, () => requests.elicit(params, extra.signal))) };
    });
    client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
      requests.elicitationCompleted(params),
    );
  }
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => requests.logged(params));
}

/** Milliseconds: well within the minute that most servers wait. */
const progressEvery = 15_000;

/**
 * A person takes time. A server that gave a progress token is told at once, and then regularly, that its request is not
 * forgotten, so that it waits longer (MCP, basic/utilities/progress).
 */
async function tellingProgress<T>(
  { _meta, sendNotification }: RequestHandlerExtra<ClientRequest, ClientNotification>,
  answer: () => Promise<T>,
): Promise<T> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return answer();
  let progress = 0;
  const tell = () => {
    const told = { progressToken, progress: (progress += 1), message: 'Waits for the user or for a model.' };
    void sendNotification({ method: 'notifications/progress', params: told }).catch(() => {});
  };
  tell();
  const timer = setInterval(tell, progressEvery);
  try {
    return await answer();
  } finally {
    clearInterval(timer);
  }
}

/** Lets only refusals reach the server: any other error may tell something of this side. */
async function refusing<T>(answer: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof RequestRefusal) throw Object.assign(new Error(error.message), { code: error.code });
    if (signal.aborted) throw error;
    throw new McpError(refusalCodes.notPossible, 'The client made a mistake.');
  }
}

/**
 * Makes a request to the server. If it answers that URLs have to be opened first, they are offered to the user (MCP
 * 2025-11-25, client/elicitation, error -32042).
 * @throws {UserError} in that case; otherwise what the request throws
 */
export async function orAddresses<T>(
  requests: ServerRequests,
  signal: AbortSignal | undefined,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    const opened = await requests.offerAddresses(cause, signal ?? new AbortController().signal);
    if (opened === undefined) throw cause;
    const what = opened
      ? 'Once you are done at the address that you opened, call it again.'
      : 'It wants you to open an address first, which you did not. Call it again to be asked again.';
    throw new UserError(`The server did not do it yet. ${what}`, { cause });
  }
}
