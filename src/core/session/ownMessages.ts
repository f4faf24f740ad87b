import type { ServerList } from './changingLists';
import type { ListedRoot } from '../consent/exposure';
import { isRequestId, type JsonRpcMessage, type RequestId } from './envelope';
import { outsideText, type ClientText } from './outsideText';

/** JSON-RPC's "method not found": what a client answers that declared no roots (MCP, client/roots, error handling). */
const methodNotFound = -32601;

/** JSON-RPC 2.0, section 5.1. */
const invalidRequest = -32600;

/** MCP's range for a client's own errors; used where a request could not be carried to its server. */
const requestNotCarried = -32000;

/** The answer to `roots/list`: the true list, also when it is empty. */
export function rootsAnswer(id: RequestId, roots: readonly ListedRoot[]): JsonRpcMessage {
  return { jsonrpc: '2.0', id, result: { roots: roots.map(({ uri, name }) => ({ uri, name })) } };
}

/** The answer to a `roots/list` that a server sends although the capability was not declared to it. */
export function rootsNotSupported(id: RequestId): JsonRpcMessage {
  const data = { reason: 'Client does not have roots capability' };
  return { jsonrpc: '2.0', id, error: { code: methodNotFound, message: 'Roots not supported', data } };
}

/** JSON-RPC's "internal error": an answer that could not be made (MCP, client/roots, error handling). */
const internalError = -32603;

/** The answer to a `roots/list` that failed by a fault of this extension; the fault itself is for the user only. */
export function internalFault(id: RequestId): JsonRpcMessage {
  return { jsonrpc: '2.0', id, error: { code: internalError, message: 'Internal error' } };
}

/** The answer to a request of a server that has too many open requests already. */
export function tooManyOpen(id: RequestId): JsonRpcMessage {
  return failure(id, 'Too many requests of this server wait for their answers.');
}

/** Tells the client end why its request got no answer from the server. */
export function notCarried(id: RequestId, why: ClientText): JsonRpcMessage {
  return failure(id, why);
}

function failure(id: RequestId, message: string): JsonRpcMessage {
  return { jsonrpc: '2.0', id, error: { code: requestNotCarried, message } };
}

/** JSON-RPC's "invalid params": the answer for a task that is not there (MCP 2025-11-25, basic/utilities/tasks). */
const invalidParams = -32602;

/** The answer for a task that ended with the process that ran it. */
export function taskIsGone(id: RequestId, why: ClientText): JsonRpcMessage {
  const message = `This task ended with the process that ran it. ${why}`;
  return { jsonrpc: '2.0', id, error: { code: invalidParams, message } };
}

/** Tells the client end that a list of its server may have changed (MCP, server/tools, prompts, resources). */
export function listChanged(list: ServerList): JsonRpcMessage {
  return { jsonrpc: '2.0', method: `notifications/${list}/list_changed` };
}

/** Tells the server that its list of roots has changed. */
export const rootsListChanged: JsonRpcMessage = {
  jsonrpc: '2.0',
  method: 'notifications/roots/list_changed',
};

/** Cancels a request of the server, at the client end (MCP, basic/utilities/cancellation). */
export function cancelled(requestId: RequestId, reason: ClientText): JsonRpcMessage {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } };
}

/** The answer to `ping` while no process is there: the session itself is alive. */
export function pong(id: RequestId): JsonRpcMessage {
  return { jsonrpc: '2.0', id, result: {} };
}

/** Stands in for a server's answer that was longer than the limit and was skipped. */
export function answerTooLong(id: RequestId, bytes: number): JsonRpcMessage {
  const message =
    `The answer was ${bytes} bytes long, more than the limit. ` +
    'Ask for less, or raise the setting "mcpRoots.messageLimit".';
  return failure(id, message);
}

/** The answer to a server's request that was longer than the limit, so that it does not wait for ever. */
export function requestTooLong(id: RequestId, bytes: number): JsonRpcMessage {
  const message = `The request was ${bytes} bytes long, more than this client takes.`;
  return { jsonrpc: '2.0', id, error: { code: invalidRequest, message } };
}

/** The answer to a request that readers would read differently: a member stands twice, or two can be taken for one. */
export function requestUnclear(id: RequestId): JsonRpcMessage {
  const message =
    'The request has a member twice, or one whose name some readers take for that of another. Write each once, in its own letter case.';
  return { jsonrpc: '2.0', id, error: { code: invalidRequest, message } };
}

/** Replaces an answer without exactly one of result and error; undefined for what is no answer to anything. */
export function insteadOfBroken(value: object): JsonRpcMessage | undefined {
  const isAnswer = 'jsonrpc' in value && value.jsonrpc === '2.0' && !('method' in value);
  if (!isAnswer || !('id' in value) || !isRequestId(value.id)) return undefined;
  return notCarried(value.id, outsideText('malformed answer'));
}
