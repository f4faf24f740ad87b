import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { AuthMethod } from '../../core/acp/authMethod';
import { UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import { withoutIcons } from '../withoutIcons';
import { waitForAgent } from './waitForAgent';
import { signInByProgram } from './signInByProgram';

interface MethodItem extends QuickPickItem {
  readonly method: AuthMethod;
}

/**
 * Has the user sign in to a running agent, in one of the ways that it offers, in its order.
 * @returns whether the user did; false when the question, the browser or the terminal was left
 * @throws {UserError} when it did not work, or the agent offers nothing
 */
export async function signInToAgent(agent: ManagedAgent): Promise<boolean> {
  const { methods } = agent.authentication;
  if (methods.length === 0) {
    throw new UserError(
      `“${displayText(agent.name, 60)}” asks for a sign-in and offers none here. Sign in with its own program, or give it what it needs in "env" of its definition.`,
    );
  }
  const items = methods.map((method): MethodItem => ({
    method,
    label: withoutIcons(method.name),
    description: whereOf(method),
    iconPath: new ThemeIcon(method.kind === 'terminal' ? 'terminal' : 'account'),
    ...(method.description !== undefined && { detail: withoutIcons(method.description) }),
  }));
  const placeHolder = `“${displayText(agent.name, 60)}” asks you to sign in. How?`;
  const method = (await window.showQuickPick(items, { placeHolder, ignoreFocusOut: true }))?.method;
  if (method === undefined) return false;
  if (method.kind === 'terminal') return signInByProgram(agent, method);
  const title = `Waiting for “${displayText(agent.name, 60)}” to sign you in`;
  const done = await waitForAgent(title, async (signal) => {
    await agent.authentication.authenticate(method, signal);
    return true;
  });
  return done ?? false;
}

function whereOf({ kind }: AuthMethod): string {
  switch (kind) {
    case 'agent':
      return 'the agent does it, perhaps in your browser';
    case 'terminal':
      return 'in a terminal';
  }
}
