/**
 * Gives up the rights of root, under which every access check passes, for those of `nobody`. Called after all
 * modules were loaded, because the checkout may not be readable for that account.
 */
export function becomeUnprivileged(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([65534]);
  process.setgid?.(65534);
  process.setuid?.(65534);
}
