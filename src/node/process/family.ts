import type { ProcessRecord } from './processTable';

/** The living members of a family. */
export interface Living {
  readonly members: readonly ProcessRecord[];
  /** Groups in which there is nobody else. */
  readonly groups: readonly number[];
}

/**
 * A server's process and all that came of it: descendants, members of its groups and of its sessions, also those whose
 * parents are dead, if they were seen before. A process is known by pid and start, so that one that came to a used
 * pid later is never taken for family.
 */
export class Family {
  readonly root: number;
  /** Start times by pid. Where only `ps` can tell them, the root's is unknown until it is seen. */
  readonly #known = new Map<number, string | undefined>();
  #rootHasEnded = false;

  constructor(root: number, startedAt: string | undefined) {
    this.root = root;
    this.#known.set(root, startedAt);
  }

  get rootHasEnded(): boolean {
    return this.#rootHasEnded;
  }

  /** The root has ended. If its start was never seen, it is not looked for: a later process may have its pid. */
  rootEnded(): void {
    this.#rootHasEnded = true;
    if (this.#known.get(this.root) === undefined) this.#known.set(this.root, '');
  }

  /** Finds who lives, and remembers them for when their parents are gone. */
  update(table: readonly ProcessRecord[]): Living {
    const running = new Map(table.map((record) => [record.pid, record]));
    const members = new Map<number, ProcessRecord>();
    const leaders = new Set<number>();
    const pending: number[] = [];
    const admit = (record: ProcessRecord) => {
      if (members.has(record.pid) || isProtected(record)) return;
      members.set(record.pid, record);
      pending.push(record.pid);
    };
    for (const [pid, startedAt] of this.#known) {
      const record = running.get(pid);
      if (record === undefined) pending.push(pid);
      else if (startedAt === undefined || startedAt === record.startedAt) admit(record);
    }
    const kin = kinship(table);
    for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
      leaders.add(pid);
      for (const record of kin.get(pid) ?? []) admit(record);
    }
    this.#remember(members, table);
    const groups = new Set([...members.values()].map((record) => record.group));
    return { members: [...members.values()], groups: [...groups].filter((group) => leaders.has(group)) };
  }

  /** A dead pid is worth remembering only while a group or session still bears it: then nobody else can get it. */
  #remember(members: ReadonlyMap<number, ProcessRecord>, table: readonly ProcessRecord[]): void {
    const borne = new Set(table.flatMap((record) => [record.group, record.session]));
    for (const pid of this.#known.keys())
      if (pid !== this.root && !members.has(pid) && !borne.has(pid)) this.#known.delete(pid);
    for (const record of members.values()) this.#known.set(record.pid, record.startedAt);
  }
}

/** Who is child, group member or session member of whom. */
function kinship(table: readonly ProcessRecord[]): ReadonlyMap<number, readonly ProcessRecord[]> {
  const kin = new Map<number, ProcessRecord[]>();
  for (const record of table) {
    for (const elder of new Set([record.parent, record.group, record.session])) {
      if (elder === undefined || elder <= 1) continue;
      const known = kin.get(elder);
      if (known === undefined) kin.set(elder, [record]);
      else known.push(record);
    }
  }
  return kin;
}

/** Nothing that a table says may make this process end itself or the system. */
function isProtected(record: ProcessRecord): boolean {
  return record.pid <= 1 || record.pid === process.pid;
}
