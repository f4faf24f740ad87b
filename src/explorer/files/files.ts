import type { FileHandle } from 'node:fs/promises';
import { resolveAgainst } from '../../core/roots/pathSyntax';
import type { RealPath } from '../../core/roots/realPath';
import { inspectJudged, type Inspection } from '../../node/paths/inspectJudged';
import { nodeDisk } from '../../node/paths/nodeDisk';
import type { CurrentRoots, Outcome } from '../../node/paths/openAllowed';
import { listJudgedDirectory, readJudgedFile, type Listing } from '../../node/paths/readJudged';
import { undoneText } from '../../node/paths/undoneText';
import { ToolFailure } from '../tools/toolFailure';

/** The only access to the disk: every path is resolved against the working directory, then judged against the roots. */
export class Files {
  readonly #roots: CurrentRoots;
  readonly #workingDirectory: () => string;

  constructor(roots: CurrentRoots, workingDirectory: () => string) {
    this.#roots = roots;
    this.#workingDirectory = workingDirectory;
  }

  /** @throws {ToolFailure} when there is no regular file that may be read */
  async read<T>(path: string, use: (file: FileHandle, realPath: RealPath) => Promise<T>): Promise<T> {
    return done('read', path, await this.tryRead(path, use));
  }

  /** Like `read`, for callers that go on if the file cannot be read. */
  async tryRead<T>(
    path: string,
    use: (file: FileHandle, realPath: RealPath) => Promise<T>,
  ): Promise<Outcome<T>> {
    await this.#roots();
    return readJudgedFile(this.#resolve(path), this.#roots, use);
  }

  /**
   * Lists a directory.
   * @param most how many entries are read at most
   * @throws {ToolFailure} when there is no directory that may be listed
   */
  async list(path: string, most: number): Promise<Listing> {
    return done('list', path, await this.tryList(path, most));
  }

  /** Like `list`, for callers that go on if the directory cannot be listed. */
  async tryList(path: string, most: number): Promise<Outcome<Listing>> {
    await this.#roots();
    return listJudgedDirectory(this.#resolve(path), this.#roots, most);
  }

  /** @throws {ToolFailure} when there is nothing at the path, or it may not be looked at */
  async inspect(path: string): Promise<Inspection> {
    await this.#roots();
    return done('look at', path, await inspectJudged(this.#resolve(path), this.#roots));
  }

  /** Called only after the roots were asked for, because they change the working directory. */
  #resolve(path: string): string {
    return resolveAgainst(this.#workingDirectory(), path, nodeDisk.flavour);
  }
}

function done<T>(verb: string, path: string, outcome: Outcome<T>): T {
  if (outcome.kind === 'done') return outcome.value;
  throw new ToolFailure(undoneText(verb, path, outcome));
}
