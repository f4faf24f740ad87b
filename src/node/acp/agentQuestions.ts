import type { PermissionAnswer, PermissionOption } from '../../core/acp/permission';
import type { TextAnswer, TextWish } from './textFiles';

/** A question about a permission as it came in. */
export interface AskedPermission {
  readonly sessionId: string;
  readonly title: string;
  /** Paths, as the agent wrote them. */
  readonly paths: readonly string[];
  readonly options: readonly PermissionOption[];
}

/** What an agent tells of a session while it works: one `session/update`, as the library has checked it. */
export interface AgentUpdate {
  readonly sessionId: string;
  /** `sessionUpdate` says which kind it is. */
  readonly update: { readonly sessionUpdate: string; readonly [field: string]: unknown };
}

/** What an agent may ask of this window. Nothing here throws. */
export interface AgentQuestions {
  readText(sessionId: string, wish: TextWish, signal: AbortSignal): Promise<TextAnswer<string>>;
  writeText(sessionId: string, path: string, text: string): Promise<TextAnswer<undefined>>;
  askPermission(asked: AskedPermission, signal: AbortSignal): Promise<PermissionAnswer>;
  /** In the order in which they came. */
  update(update: AgentUpdate): void;
}
