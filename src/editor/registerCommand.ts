import { commands, window } from 'vscode';
import { isUserError, messageOf } from '../core/errors';
import type { Disposable } from '../core/lifecycle';
import type { Log } from '../core/log';
import type { CommandId } from './ids';
import { withoutLinks } from './withoutLinks';

/**
 * Registers a command; all commands go through here. What a command throws ends here: a `UserError` is shown as it is,
 * anything else is a bug, and is logged with its cause.
 */
export function registerCommand(
  id: CommandId,
  log: Log,
  run: (...args: readonly unknown[]) => Promise<void> | void,
): Disposable {
  return commands.registerCommand(id, async (...args: unknown[]) => {
    try {
      await run(...args);
    } catch (error) {
      report(error, log);
    }
  });
}

/**
 * Shows a failure to the user, with a button that opens the log. (A notification without a button shows one line only.)
 */
export function report(error: unknown, log: Log): void {
  if (isUserError(error)) {
    log.warn(error.message);
    void offerLog(error.message);
    return;
  }
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  void offerLog(`Internal error in MCP Roots: ${messageOf(error)}`);
}

async function offerLog(message: string): Promise<void> {
  const showLog = 'Show Log';
  const choice = await window.showErrorMessage(withoutLinks(message), showLog);
  if (choice === showLog) await commands.executeCommand('mcpRoots.showLog' satisfies CommandId);
}
