import type { Approval, ApprovalTakenBack, ApprovalStore } from '../../../src/core/approval/approvalStore';
import { UserError } from '../../../src/core/errors';
import { Emitter } from '../../../src/core/event';
import { server } from '../consent/fakes';

/** An approval of the server "git" of the user settings. */
export function approval(fingerprint: string, given: Partial<Approval> = {}): Approval {
  return {
    serverId: 'user/git',
    place: '',
    fingerprint: server(fingerprint),
    replaces: undefined,
    summary: `Runs ${fingerprint}`,
    program: undefined,
    unlessSaid: 'empty folder',
    approvedAt: 1000,
    ...given,
  };
}

/** A store in memory, in which the last approval of a server and a place holds. */
export class FakeApprovals implements ApprovalStore {
  readonly #changed = new Emitter<void>();
  readonly #held = new Map<string, Approval | ApprovalTakenBack>();
  readonly onDidChange = this.#changed.event;
  fails = false;

  get standing(): readonly Approval[] {
    return [...this.#held.values()].filter((word) => word.fingerprint !== undefined);
  }

  async amend(given: Approval, before: Approval): Promise<boolean> {
    const now = this.#held.get(`${given.serverId}\0${given.place}`);
    if (now === undefined || !('approvedAt' in now) || now.approvedAt !== before.approvedAt) return false;
    await this.write(given);
    return true;
  }

  write(given: Approval | ApprovalTakenBack): Promise<void> {
    if (this.fails) return Promise.reject(new UserError('The disk is full.'));
    this.#held.set(`${given.serverId}\0${given.place}`, given);
    this.#changed.fire();
    return Promise.resolve();
  }
}
