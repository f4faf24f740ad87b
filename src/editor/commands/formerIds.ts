import { commands } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { CommandId } from '../ids';

/** What commands were called in earlier versions: a key binding of the user may still name them. */
export const formerIds: Readonly<Record<string, CommandId>> = {
  'mcpRoots.reviewConsents': 'mcpRoots.manageAccess',
  'mcpRoots.revokeServer': 'mcpRoots.revokeAccess',
  'mcpRoots.revokeAgent': 'mcpRoots.revokeAccess',
  'mcpRoots.startServer': 'mcpRoots.start',
  'mcpRoots.startAgent': 'mcpRoots.start',
  'mcpRoots.stopServer': 'mcpRoots.stop',
  'mcpRoots.stopAgent': 'mcpRoots.stop',
  'mcpRoots.restartServer': 'mcpRoots.restart',
  'mcpRoots.restartAgent': 'mcpRoots.restart',
  'mcpRoots.signInToAgent': 'mcpRoots.signIn',
  'mcpRoots.signOutOfAgent': 'mcpRoots.signOut',
  'mcpRoots.showServerLog': 'mcpRoots.showLogOf',
  'mcpRoots.showAgentLog': 'mcpRoots.showLogOf',
  'mcpRoots.showServerView': 'mcpRoots.showAccess',
  'mcpRoots.showAgentView': 'mcpRoots.showAccess',
  'mcpRoots.showTold': 'mcpRoots.showHistory',
  'mcpRoots.showAgentTold': 'mcpRoots.showHistory',
  'mcpRoots.whyCannotSee': 'mcpRoots.explainAccess',
  'mcpRoots.whyAgentCannotSee': 'mcpRoots.explainAccess',
  'mcpRoots.reportSight': 'mcpRoots.showReport',
  'mcpRoots.showAgentDefinition': 'mcpRoots.showDefinition',
  'mcpRoots.openAgentDefinition': 'mcpRoots.openDefinition',
};

/** Keeps earlier names of commands working; the palette and the menus have the present ones only. */
export function registerFormerIds(): Disposable {
  const registered = new Lifetime();
  for (const [former, id] of Object.entries(formerIds)) {
    registered.add(
      commands.registerCommand(former, (...args: unknown[]) => commands.executeCommand(id, ...args)),
    );
  }
  return registered;
}
