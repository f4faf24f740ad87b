import { StatusBarAlignment, window } from 'vscode';
import type { SharingState } from '../core/consent/sharingState';
import { Lifetime, type Disposable } from '../core/lifecycle';
import type { CommandId } from './ids';

/** An item in the status bar for as long as sharing is paused; a click resumes it. */
export function showPausedSharing(sharingState: Pick<SharingState, 'switches' | 'onDidChange'>): Disposable {
  const lifetime = new Lifetime();
  const item = lifetime.add(window.createStatusBarItem('mcpRoots.paused', StatusBarAlignment.Left));
  item.name = 'MCP Roots: Sharing';
  item.text = '$(circle-slash) Sharing paused';
  item.tooltip = 'MCP Roots: no server or agent sees any folder, in all windows. Click to resume sharing.';
  item.accessibilityInformation = { label: item.tooltip, role: 'button' };
  item.command = 'mcpRoots.enableSharing' satisfies CommandId;
  const refresh = () => {
    if (sharingState.switches.sharing) item.hide();
    else item.show();
  };
  lifetime.add(sharingState.onDidChange(refresh));
  refresh();
  return lifetime;
}
