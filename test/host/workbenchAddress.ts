/** What the address of a workbench says. */
export interface WorkbenchTarget {
  readonly workspace?: string | undefined;
  readonly extensionDevelopmentPath?: string;
  readonly extensionTestsPath?: string;
}

/**
 * The address of the workbench on 127.0.0.1. Paths of an extension and its tests travel in the payload, which a
 * built workbench takes only when its server runs with `--enable-smoke-test-driver`.
 */
export function workbenchAddress(port: number, target: WorkbenchTarget): string {
  const address = new URL(`http://127.0.0.1:${port}/`);
  const { workspace, extensionDevelopmentPath, extensionTestsPath } = target;
  if (workspace === undefined) address.searchParams.set('ew', 'true');
  else if (workspace.endsWith('.code-workspace')) address.searchParams.set('workspace', workspace);
  else address.searchParams.set('folder', workspace);
  if (extensionDevelopmentPath !== undefined) {
    const remote = `vscode-remote://127.0.0.1:${port}`;
    const payload = [['extensionDevelopmentPath', remote + extensionDevelopmentPath]];
    if (extensionTestsPath !== undefined) payload.push(['extensionTestsPath', remote + extensionTestsPath]);
    payload.push(['skipWelcome', 'true']);
    address.searchParams.set('payload', JSON.stringify(payload));
  }
  return address.href;
}
