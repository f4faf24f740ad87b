import type { FileHandle } from 'node:fs/promises';
import { resolveAgainst } from '../../core/roots/pathSyntax';
import type { RealPath } from '../../core/roots/realPath';
import { inspectJudged, type Inspection } from '../../node/paths/inspectJudged';
import { nodeDisk } from '../../node/paths/nodeDisk';
import type { CurrentRoots, Outcome } from '../../node/paths/openAllowed';
import { listJudgedDirectory, readJudgedFile, type Listing } from '../../node/paths/readJudged';
import { undoneText } from '../../node/paths/undoneText';
import { ToolFailure } from '../tools/toolFailure';

/** The one way to the disk: every path is resolved against the working directory, then judged against the roots. */
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

  /** As `read`, for callers that go on without the file. */
  async tryRead<T>(
    path: string,
    use: (file: FileHandle, realPath: RealPath) => Promise<T>,
  ): Promise<Outcome<T>> {
    await this.#roots();
    return readJudgedFile(this.#resolve(path), this.#roots, use);
  }

  /** At most so many entries. @throws {ToolFailure} when there is no directory that may be listed */
  async list(path: string, most: number): Promise<Listing> {
    return done('list', path, await this.tryList(path, most));
  }

  /** As `list`, for callers that go on without the directory. */
  async tryList(path: string, most: number): Promise<Outcome<Listing>> {
    await this.#roots();
    return listJudgedDirectory(this.#resolve(path), this.#roots, most);
  }

  /** @throws {ToolFailure} when there is nothing, or it may not be looked at */
  async inspect(path: string): Promise<Inspection> {
    await this.#roots();
    return done('look at', path, await inspectJudged(this.#resolve(path), this.#roots));
  }

  /** Called only once the roots are known, since they move the working directory. */
  #resolve(path: string): string {
    return resolveAgainst(this.#workingDirectory(), path, nodeDisk.flavour);
  }
}

function done<T>(verb: string, path: string, outcome: Outcome<T>): T {
  if (outcome.kind === 'done') return outcome.value;
  throw new ToolFailure(undoneText(verb, path, outcome));
}
