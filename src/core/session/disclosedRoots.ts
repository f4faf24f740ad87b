import { posix } from 'node:path';
import { listedRoots, noExposure, sameRoots, type Exposure, type ListedRoot } from '../consent/exposure';
import { addressContains } from '../roots/containment';
import { namesIn } from '../roots/pathMentions';
import type { Narrowing } from '../running/runPolicy';
import type { SyncState } from './syncState';

/** What one server may know now, and what its present process does know. */
export class DisclosedRoots {
  #exposure: Exposure = noExposure;
  #changedAt = 0;
  #told = new Set<string>();
  /** Everything that any process of this session was told. */
  readonly #everTold = new Set<string>();
  #answer: { readonly roots: readonly ListedRoot[]; readonly at: number } | undefined;
  #announced: readonly ListedRoot[] = [];
  #failedAt: number | undefined;

  /** The list that the server may have. */
  get roots(): readonly ListedRoot[] {
    return listedRoots(this.#exposure);
  }

  /** The URIs that this process was told of, by its launch or in an answer. */
  get told(): ReadonlySet<string> {
    return this.#told;
  }

  get hasAsked(): boolean {
    return this.#answer !== undefined;
  }

  /** Has the list changed since the process was last told anything of it? */
  get isNews(): boolean {
    return !sameRoots(this.#announced, this.roots);
  }

  get sync(): SyncState {
    return this.#failedAt === undefined ? this.#lastAnswer : { kind: 'faulty', at: this.#failedAt };
  }

  get #lastAnswer(): SyncState {
    if (this.#answer === undefined) return { kind: 'never asked' };
    const { roots, at } = this.#answer;
    if (sameRoots(roots, this.roots)) return { kind: 'in sync', at, count: roots.length };
    return { kind: 'stale', since: this.#changedAt };
  }

  /** Another process takes over, which knows these URIs from its launch and nothing else. */
  startAnew(told: readonly string[]): void {
    this.#told = new Set(told);
    for (const uri of told) this.#everTold.add(uri);
    this.#answer = undefined;
    this.#failedAt = undefined;
  }

  /** A process that has not asked yet gets the present list when it asks: only later changes are news to it. */
  assumeFresh(): void {
    if (!this.hasAsked) this.#announced = this.roots;
  }

  /** `list_changed` goes out now. */
  announce(): void {
    this.#announced = this.roots;
  }

  /** The process asked and could not be answered. */
  fail(at: number): void {
    this.#failedAt = at;
  }

  /** The process gets the present list as its answer. */
  answer(at: number): void {
    this.#failedAt = undefined;
    this.#answer = { roots: this.roots, at };
    this.#announced = this.roots;
    for (const { uri } of this.roots) {
      this.#told.add(uri);
      this.#everTold.add(uri);
    }
  }

  /** The process got a list without the lost folders: they count as forgotten, as far as a process can forget. */
  forgetLost(): void {
    for (const uri of this.#lost()) this.#told.delete(uri);
  }

  /** Takes the new exposure. @returns how it bears on what the process knows */
  change(exposure: Exposure, at: number): Narrowing {
    const before = new Set(this.roots.map(({ uri }) => uri));
    if (!sameRoots(this.roots, listedRoots(exposure))) this.#changedAt = at;
    this.#exposure = exposure;
    if (this.knowsWithdrawn) return 'withdrawn';
    const { lapsed } = exposure;
    const left = this.#lost().some((uri) => before.has(uri) && lapsed.get(uri)?.why === 'left the workspace');
    if (!left) return 'none';
    return this.roots.length === 0 ? 'emptied' : 'left';
  }

  /** Does the process know a folder that it may not know any more? (Rule 7.) */
  get knowsWithdrawn(): boolean {
    return this.#lost().some((uri) => !this.#exposure.lapsed.has(uri));
  }

  /**
   * Does the process know a folder that was withdrawn or left the workspace, and has it not received the present list
   * yet? A folder that only vanished from disk does not count.
   */
  get mustAskAgain(): boolean {
    if (this.#lastAnswer.kind === 'in sync') return false;
    return this.#lost().some((uri) => this.#exposure.lapsed.get(uri)?.why !== 'vanished from disk');
  }

  /**
   * Whether this URI may be sent to the server. However it is spelled, it must name no folder that the server once knew
   * and may not know now; what lies in a folder that it may know is no secret to it.
   */
  mayHear(address: string): boolean {
    const roots = this.roots.map(({ uri }) => uri);
    const gone = [...this.#everTold].filter((uri) => !roots.some((root) => addressContains(root, uri)));
    // To name an exposed folder inside a folder that is gone does not count as naming the one that is gone.
    const spellings = [...gone, ...roots].map((uri) => ({ text: pathOf(uri), of: uri }));
    return !namesIn([address], spellings, posix).some((uri) => gone.includes(uri));
  }

  #lost(): readonly string[] {
    const exposed = new Set(this.roots.map(({ uri }) => uri));
    return [...this.#told].filter((uri) => !exposed.has(uri));
  }
}

/** The decoded path of a `file:` URI; any other URI stands for itself. URIs of roots are valid and percent-encoded. */
function pathOf(uri: string): string {
  if (!uri.startsWith('file:')) return uri.replace(/\/$/u, '');
  return decodeURIComponent(new URL(uri).pathname).replace(/(?!^)\/$/u, '');
}
