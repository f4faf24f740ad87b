import { ProgressLocation, ThemeIcon, window, type Terminal } from 'vscode';
import type { AuthMethod } from '../../core/acp/authMethod';
import { UserError } from '../../core/errors';
import { launchText } from '../../core/servers/launch';
import { displayText } from '../../core/text';
import type { ManagedAgent } from '../../node/acp/managedAgent';

const run = 'Run';

/**
 * Runs the agent's own program in a terminal, as its approved definition has it with what the method adds, once the
 * user has seen the whole of it (ACP, terminal authentication: status zero means success).
 * @returns whether it ended well; false when the user left the question or the terminal
 * @throws {UserError} when it may not be run, or failed
 */
export async function signInByProgram(
  agent: ManagedAgent,
  method: AuthMethod & { readonly kind: 'terminal' },
): Promise<boolean> {
  const { executable, args, env, cwd } = await agent.signInProgram(method);
  const name = displayText(agent.name, 60);
  const detail = programText(agent, method);
  const message = `Run the program of “${name}” in a terminal to sign in?`;
  if ((await window.showWarningMessage(message, { modal: true, detail }, run)) !== run) return false;
  const terminal = window.createTerminal({
    name: `${name}: sign in`,
    shellPath: executable,
    shellArgs: [...args],
    cwd,
    // Nothing but what a start of the agent itself would give it (design rule 10).
    env: { ...env },
    strictEnv: true,
    isTransient: true,
    iconPath: new ThemeIcon('account'),
  });
  terminal.show();
  const code = await untilClosed(terminal, name);
  if (code === undefined) return false;
  if (code !== 0) {
    throw new UserError(`The sign-in of “${name}” ended with code ${code}. Try again, or see its terminal.`);
  }
  return true;
}

/** What runs, as the approved definition has it: answers to its inputs stand in what is really run, and are not shown. */
function programText(
  { prepared }: ManagedAgent,
  { args, env }: AuthMethod & { readonly kind: 'terminal' },
): string {
  const launch = prepared?.launch;
  const command = [launch === undefined ? '' : launchText(launch), ...args].join(' ');
  const where =
    launch?.kind === 'process' && launch.cwd !== undefined
      ? displayText(launch.cwd, 300)
      : 'an empty folder of this extension';
  return [
    displayText(command, 1000),
    ...Object.entries(env).map(([key, value]) => displayText(`with ${key}=${value}`, 300)),
    '',
    `It works in ${where}, and can do whatever you can.`,
  ].join('\n');
}

/** Resolves with how the program ended; undefined when the user closed its terminal. */
async function untilClosed(terminal: Terminal, name: string): Promise<number | undefined> {
  const title = `Waiting for you to sign in to “${name}” in its terminal`;
  const location = ProgressLocation.Notification;
  return window.withProgress({ location, title, cancellable: true }, (_, left) => {
    left.onCancellationRequested(() => terminal.dispose());
    return new Promise<number | undefined>((resolve) => {
      const closing = window.onDidCloseTerminal((closed) => {
        if (closed !== terminal) return;
        closing.dispose();
        resolve(closed.exitStatus?.code);
      });
    });
  });
}
