import type {
  Approval,
  ApprovalAbout,
  ApprovalStore,
  ApprovalTakenBack,
} from '../../../src/core/approval/approval';
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

type Word = Approval | ApprovalTakenBack;

/** A store in memory, in which the last approval of a server and a place holds. */
export class FakeApprovals implements ApprovalStore {
  readonly #changed = new Emitter<void>();
  readonly #held = new Map<string, Word>();
  readonly onDidChange = this.#changed.event;
  fails = false;

  get values(): readonly Word[] {
    return [...this.#held.values()];
  }

  latest({ serverId, place }: ApprovalAbout): Word | undefined {
    return this.#held.get(`${serverId}\0${place}`);
  }

  writeWhere(values: readonly Word[], isLast: (value: Word, latest: Word) => boolean): Promise<void> {
    const due = values.filter((value) => {
      const latest = this.latest(value);
      return latest !== undefined && isLast(value, latest);
    });
    return due.length === 0 ? Promise.resolve() : this.write(due);
  }

  write(values: readonly Word[]): Promise<void> {
    if (this.fails) return Promise.reject(new UserError('The disk is full.'));
    for (const value of values) this.#held.set(`${value.serverId}\0${value.place}`, value);
    this.#changed.fire();
    return Promise.resolve();
  }
}
