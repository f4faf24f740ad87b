import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from './sandbox';
import type { Case } from './caseFile';

/** What this machine lacks to run a case; undefined when it can. */
export function lackingFor(each: Case): string | undefined {
  const more = each.requires === undefined ? '' : `, ${each.requires}`;
  if (each.os === 'win32' && process.platform !== 'win32') return `Windows${more}`;
  if (each.os === 'posix' && process.platform === 'win32') return `a posix system${more}`;
  if (each.requires !== undefined && !has(each.requires)) return each.requires;
  return typeof each.setup === 'string' ? `a set-up made by hand: ${each.setup}` : undefined;
}

function has(requirement: string): boolean {
  switch (requirement) {
    case 'linux':
      return process.platform === 'linux';
    case 'darwin':
    case 'macos':
      return process.platform === 'darwin';
    case 'proc':
      return existsSync('/proc/self/fd');
    case 'apfs':
      return process.platform === 'darwin' && namesMeet('caf\u00e9', 'cafe\u0301');
    case 'caseInsensitiveFs':
      return namesMeet('case', 'CASE');
    case 'caseSensitiveFs':
      return !namesMeet('case', 'CASE');
    case 'symlinkPrivilege':
      return canLink();
    case 'root':
      return process.geteuid?.() === 0;
    case 'nonRoot':
    case 'notRoot':
    case 'unprivileged':
      return process.geteuid !== undefined && process.geteuid() !== 0;
    default:
      return false;
  }
}

/** Whether the disk takes two spellings for one name. */
function namesMeet(one: string, other: string): boolean {
  return inSandbox((directory) => {
    mkdirSync(join(directory, one));
    return existsSync(join(directory, other));
  });
}

function canLink(): boolean {
  return inSandbox((directory) => {
    try {
      symlinkSync(directory, join(directory, 'link'));
      return true;
    } catch {
      return false;
    }
  });
}

function inSandbox<T>(probe: (directory: string) => T): T {
  const { directory } = new Sandbox(() => undefined);
  try {
    return probe(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
