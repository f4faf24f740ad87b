import type { PermissionAnswer, PermissionOption } from '../../core/acp/permission';
import type { CommandExit } from './shownProgram';
import type { CommandOutput, CommandWish } from './terminals';
import type { TextWish } from './textFiles';
import type { WindowAnswer } from './windowAnswer';

/** A request for a permission, as it came. */
export interface AskedPermission {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** Fit to be shown; undefined where the agent did not give it with the request. */
  readonly title: string | undefined;
  /** The paths of places and changes of files in the request, as the agent wrote them. */
  readonly paths: readonly string[];
  readonly options: readonly PermissionOption[];
  /** The tool call in the request, as an update: some agents report a call only by such a request. */
  readonly call: AgentUpdate['update'];
}

/** One `session/update` of an agent, as the library has checked it. */
export interface AgentUpdate {
  readonly sessionId: string;
  /** `sessionUpdate` is its kind. */
  readonly update: { readonly sessionUpdate: string; readonly [field: string]: unknown };
}

/** The requests of an agent about its terminals. */
export interface TerminalQuestions {
  create(sessionId: string, wish: CommandWish, signal: AbortSignal): Promise<WindowAnswer<string>>;
  output(sessionId: string, id: string): WindowAnswer<CommandOutput>;
  waitForExit(sessionId: string, id: string): Promise<WindowAnswer<CommandExit>>;
  kill(sessionId: string, id: string): Promise<WindowAnswer<undefined>>;
  release(sessionId: string, id: string): Promise<WindowAnswer<undefined>>;
}

/** The requests of an agent to this window. Nothing here throws. */
export interface AgentQuestions {
  readText(sessionId: string, wish: TextWish, signal: AbortSignal): Promise<WindowAnswer<string>>;
  writeText(sessionId: string, path: string, text: string): Promise<WindowAnswer<undefined>>;
  askPermission(asked: AskedPermission, signal: AbortSignal): Promise<PermissionAnswer>;
  /** Left out where nobody can be asked about programs: then none is run. */
  readonly terminals?: TerminalQuestions;
  /** Takes updates in the order in which they came. */
  update(update: AgentUpdate): void;
}
