import { window, type QuickPick, type QuickPickItem } from 'vscode';
import { Lifetime } from '../core/lifecycle';

/**
 * Shows a quick-pick and waits for the user.
 * @param accepted gives the result when the user presses Enter; while it is undefined, the pick stays open
 * @returns undefined when the user left it; nothing was decided then
 */
export function askByQuickPick<T extends QuickPickItem, R>(
  setUp: (pick: QuickPick<T>, lifetime: Lifetime) => void,
  accepted: (pick: QuickPick<T>) => R | undefined,
): Promise<R | undefined> {
  return new Promise((resolve) => {
    const lifetime = new Lifetime();
    const pick = lifetime.add(window.createQuickPick<T>());
    pick.ignoreFocusOut = true;
    setUp(pick, lifetime);
    lifetime.add(
      pick.onDidAccept(() => {
        const result = accepted(pick);
        if (result === undefined) return;
        resolve(result);
        pick.hide();
      }),
    );
    lifetime.add(
      pick.onDidHide(() => {
        resolve(undefined);
        lifetime.dispose();
      }),
    );
    pick.show();
  });
}
