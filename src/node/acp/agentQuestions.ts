import type { PermissionAnswer, PermissionOption } from '../../core/acp/permission';
import type { CommandExit } from './shownProgram';
import type { CommandOutput, CommandWish } from './terminals';
import type { TextWish } from './textFiles';
import type { WindowAnswer } from './windowAnswer';

/** A question about a permission as it came in. */
export interface AskedPermission {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** Fit to be shown; undefined where the agent did not say it again. */
  readonly title: string | undefined;
  /** Of places and of changes of files, as the agent wrote them; none where it did not say them again. */
  readonly paths: readonly string[];
  readonly options: readonly PermissionOption[];
  /** What it is about, as a change of a call of a tool: some agents tell of a call by their question only. */
  readonly call: AgentUpdate['update'];
}

/** What an agent tells of a session while it works: one `session/update`, as the library has checked it. */
export interface AgentUpdate {
  readonly sessionId: string;
  /** `sessionUpdate` says which kind it is. */
  readonly update: { readonly sessionUpdate: string; readonly [field: string]: unknown };
}

/** What an agent may ask of its terminals. */
export interface TerminalQuestions {
  create(sessionId: string, wish: CommandWish, signal: AbortSignal): Promise<WindowAnswer<string>>;
  output(sessionId: string, id: string): WindowAnswer<CommandOutput>;
  waitForExit(sessionId: string, id: string): Promise<WindowAnswer<CommandExit>>;
  kill(sessionId: string, id: string): Promise<WindowAnswer<undefined>>;
  release(sessionId: string, id: string): Promise<WindowAnswer<undefined>>;
}

/** What an agent may ask of this window. Nothing here throws. */
export interface AgentQuestions {
  readText(sessionId: string, wish: TextWish, signal: AbortSignal): Promise<WindowAnswer<string>>;
  writeText(sessionId: string, path: string, text: string): Promise<WindowAnswer<undefined>>;
  askPermission(asked: AskedPermission, signal: AbortSignal): Promise<PermissionAnswer>;
  /** Left out where nobody can be asked about programs: none is run then. */
  readonly terminals?: TerminalQuestions;
  /** In the order in which they came. */
  update(update: AgentUpdate): void;
}
