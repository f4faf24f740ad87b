import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Step } from './caseFile';

/** A directory of its own for one case (`$T` in the case file), and the steps that can be done to it. */
export class Sandbox {
  readonly directory = mkdtempSync(join(tmpdir(), 'containment-'));
  readonly #closed = new Set<string>();
  readonly #revoke: (root: string) => void;

  constructor(revoke: (root: string) => void) {
    this.#revoke = revoke;
  }

  /** Puts this directory in the place of `$T`. `$HOME` and the like stay as they are. */
  fill(text: string): string {
    return text.replace(/\$T(?![A-Za-z0-9_])/gu, () => this.directory);
  }

  /** @throws on a step that is not known or that the disk refuses. */
  perform(steps: readonly Step[]): void {
    for (const step of steps) this.#perform(step);
  }

  /** Removes the directory, also what a step made unreadable. */
  remove(): void {
    for (const path of this.#closed) {
      try {
        chmodSync(path, 0o700);
      } catch {
        // Moved or removed by a later step.
      }
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  #perform(step: Step): void {
    const at = (field: string) => this.fill(textOf(step, field));
    switch (step.op) {
      case 'mkdir':
        mkdirSync(at('path'), { recursive: true });
        break;
      case 'file':
        mkdirSync(dirname(at('path')), { recursive: true });
        writeFileSync(at('path'), typeof step['content'] === 'string' ? step['content'] : '');
        break;
      case 'symlink':
        symlinkSync(at('target'), at('path'));
        break;
      case 'junction':
        symlinkSync(at('target'), at('path'), 'junction');
        break;
      case 'hardlink':
        linkSync(at('target'), at('path'));
        break;
      case 'fifo':
        execFileSync('mkfifo', [at('path')]);
        break;
      case 'rename':
        renameSync(at('from'), at('to'));
        break;
      case 'unlink':
        unlinkSync(at('path'));
        break;
      case 'rmdir':
      case 'remove':
        rmSync(at('path'), { recursive: true });
        break;
      case 'chmod':
        this.#closed.add(at('path'));
        chmodSync(at('path'), modeOf(step['mode']));
        return;
      case 'revoke':
        this.#revoke(textOf(step, 'root'));
        return;
      default:
        throw new Error(`unknown step "${step.op}"`);
    }
    if (step['mode'] !== undefined)
      this.#perform({ op: 'chmod', path: textOf(step, 'path'), mode: step['mode'] });
  }
}

function textOf(step: Step, field: string): string {
  const value = step[field];
  if (typeof value !== 'string') throw new Error(`step "${step.op}" has no ${field}`);
  return value;
}

/** Octal digits as text, or the number itself. */
function modeOf(mode: unknown): number {
  if (typeof mode === 'number') return mode;
  if (typeof mode === 'string' && /^(0o)?[0-7]{1,4}$/u.test(mode))
    return Number.parseInt(mode.replace('0o', ''), 8);
  throw new Error('step "chmod" has no mode');
}
