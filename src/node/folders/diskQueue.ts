/** How many looks may ask one disk at a time; when all of these are overdue, the disk hangs. */
const atOneDisk = 2;

/** How many looks may be under way in all: Node.js has four threads for them, and one must stay free for other work. */
const atAll = 3;

/** The right to ask a disk now. */
interface Turn {
  /** The disk has not answered in time; it may still do so. */
  overdue(): void;
  /** The disk has answered. */
  end(): void;
}

interface Load {
  asking: number;
  overdue: number;
}

interface Waiting {
  readonly disk: string;
  readonly go: (turn: Turn | undefined) => void;
}

/**
 * Decides which look may ask which disk now. A disk that hangs holds up the thread that asks it for as long as it
 * hangs, and there are only four of them: without a bound, a few folders on one hung mount would make all the others
 * silent too.
 */
export class DiskQueue {
  #waiting: Waiting[] = [];
  readonly #disks = new Map<string, Load>();
  readonly #all: Load = { asking: 0, overdue: 0 };

  /** Resolves when this disk may be asked, or with undefined while it hangs. */
  turn(disk: string): Promise<Turn | undefined> {
    return new Promise((go) => {
      this.#waiting.push({ disk, go });
      this.#advance();
    });
  }

  #advance(): void {
    this.#waiting = this.#waiting.filter(({ disk, go }) => {
      const own = this.#disks.get(disk) ?? { asking: 0, overdue: 0 };
      if (own.overdue >= atOneDisk || this.#all.overdue >= atAll) go(undefined);
      else if (own.asking < atOneDisk && this.#all.asking < atAll) go(this.#begin(disk, own));
      else return true;
      return false;
    });
  }

  #begin(disk: string, own: Load): Turn {
    const loads = [own, this.#all];
    this.#disks.set(disk, own);
    for (const load of loads) load.asking += 1;
    let state: 'asking' | 'overdue' | 'over' = 'asking';
    return {
      overdue: () => {
        if (state !== 'asking') return;
        state = 'overdue';
        for (const load of loads) load.overdue += 1;
        this.#advance();
      },
      end: () => {
        for (const load of loads) {
          load.asking -= 1;
          if (state === 'overdue') load.overdue -= 1;
        }
        state = 'over';
        if (own.asking === 0) this.#disks.delete(disk);
        this.#advance();
      },
    };
  }
}
