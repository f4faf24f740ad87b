import type { Memento } from 'vscode';
import { Emitter } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';

interface Notes {
  /** URIs of folders added by hand, in order. */
  readonly added: readonly string[];
  /** URIs of single files added by hand; missing in the notes of earlier versions. */
  readonly files?: readonly string[];
  /** URLs added by hand; missing in the notes of earlier versions. */
  readonly addresses?: readonly string[];
  /** Names given by hand, by URI. */
  readonly names: Readonly<Record<string, string>>;
}

/** What is to be added, by URIs. */
interface Added {
  readonly folders?: readonly string[];
  readonly files?: readonly string[];
  readonly addresses?: readonly string[];
}

const key = 'mcpRoots.folders';
const none: Notes = { added: [], names: {} };

/** What the user added to this workspace by hand, and the names that the user gave. No decisions. */
export class FolderNotes implements Disposable {
  readonly #memento: Memento;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  get added(): readonly string[] {
    return this.#notes.added;
  }

  /** The added URLs, as they were written. */
  get addresses(): readonly string[] {
    return this.#notes.addresses ?? [];
  }

  /** The URIs of added files. */
  get files(): readonly string[] {
    return this.#notes.files ?? [];
  }

  nameOf(uri: string): string | undefined {
    return this.#notes.names[uri];
  }

  /** Adds what is not there yet. */
  async add({ folders = [], files = [], addresses = [] }: Added): Promise<void> {
    const merged = (before: readonly string[], more: readonly string[]) => [...new Set([...before, ...more])];
    await this.#write({
      ...this.#notes,
      added: merged(this.added, folders),
      files: merged(this.files, files),
      addresses: merged(this.addresses, addresses),
    });
  }

  async remove(uri: string): Promise<void> {
    const { [uri]: _, ...names } = this.#notes.names;
    const others = (all: readonly string[]) => all.filter((each) => each !== uri);
    await this.#write({
      added: others(this.added),
      files: others(this.files),
      addresses: others(this.addresses),
      names,
    });
  }

  /** Gives something another name; an empty one gives it its own name back. */
  async rename(uri: string, name: string): Promise<void> {
    const { [uri]: _, ...others } = this.#notes.names;
    await this.#write({
      ...this.#notes,
      names: name.trim() === '' ? others : { ...others, [uri]: name.trim() },
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  get #notes(): Notes {
    return this.#memento.get<Notes>(key) ?? none;
  }

  async #write(notes: Notes): Promise<void> {
    await this.#memento.update(key, notes);
    this.#changed.fire();
  }
}
