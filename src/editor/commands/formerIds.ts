import { commands } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { CommandId } from '../ids';
import type { OnlyOf } from './pickServer';

/** What commands were called in earlier versions, and for what they were: key bindings of the user may name them. */
export const formerIds: Readonly<Record<string, { readonly id: CommandId } & Partial<OnlyOf>>> = {
  'mcpRoots.reviewConsents': { id: 'mcpRoots.manageAccess' },
  'mcpRoots.revokeServer': { id: 'mcpRoots.revokeAccess', only: 'server' },
  'mcpRoots.revokeAgent': { id: 'mcpRoots.revokeAccess', only: 'agent' },
  'mcpRoots.startServer': { id: 'mcpRoots.start', only: 'server' },
  'mcpRoots.startAgent': { id: 'mcpRoots.start', only: 'agent' },
  'mcpRoots.stopServer': { id: 'mcpRoots.stop', only: 'server' },
  'mcpRoots.stopAgent': { id: 'mcpRoots.stop', only: 'agent' },
  'mcpRoots.restartServer': { id: 'mcpRoots.restart', only: 'server' },
  'mcpRoots.restartAgent': { id: 'mcpRoots.restart', only: 'agent' },
  'mcpRoots.signInToAgent': { id: 'mcpRoots.signIn', only: 'agent' },
  'mcpRoots.signOutOfAgent': { id: 'mcpRoots.signOut', only: 'agent' },
  'mcpRoots.showServerLog': { id: 'mcpRoots.showLogOf', only: 'server' },
  'mcpRoots.showAgentLog': { id: 'mcpRoots.showLogOf', only: 'agent' },
  'mcpRoots.showServerView': { id: 'mcpRoots.showAccess', only: 'server' },
  'mcpRoots.showAgentView': { id: 'mcpRoots.showAccess', only: 'agent' },
  'mcpRoots.showTold': { id: 'mcpRoots.showHistory', only: 'server' },
  'mcpRoots.showAgentTold': { id: 'mcpRoots.showHistory', only: 'agent' },
  'mcpRoots.whyCannotSee': { id: 'mcpRoots.explainAccess', only: 'server' },
  'mcpRoots.whyAgentCannotSee': { id: 'mcpRoots.explainAccess', only: 'agent' },
  'mcpRoots.reportSight': { id: 'mcpRoots.showReport' },
  'mcpRoots.showAgentDefinition': { id: 'mcpRoots.showDefinition', only: 'agent' },
  'mcpRoots.openAgentDefinition': { id: 'mcpRoots.openDefinition', only: 'agent' },
};

/** Keeps earlier names of commands working; the palette and the menus have the present ones only. */
export function registerFormerIds(): Disposable {
  const registered = new Lifetime();
  for (const [former, { id, only }] of Object.entries(formerIds)) {
    const kind: readonly OnlyOf[] = only === undefined ? [] : [{ only }];
    registered.add(
      commands.registerCommand(former, (...args: unknown[]) =>
        commands.executeCommand(id, ...(args.length > 0 ? args : kind)),
      ),
    );
  }
  return registered;
}
