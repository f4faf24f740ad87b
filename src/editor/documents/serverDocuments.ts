import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { ManagedServer } from '../../node/servers/managedServer';
import { definitionText } from './definitionText';
import { ReadOnlyDocuments } from './readOnlyDocuments';
import { sightText } from './sightText';

/** Documents about servers: what they run, what they may see, what a tool of theirs answered. */
export class ServerDocuments implements Disposable {
  readonly #host: Host;
  readonly #lifetime = new Lifetime();
  readonly #documents = this.#lifetime.add(new ReadOnlyDocuments());

  constructor(host: Host) {
    this.#host = host;
    this.#lifetime.add(host.servers.onDidChange(() => this.#documents.refresh()));
  }

  /** The whole definition of each of these servers, as it would be started. */
  showDefinition(servers: readonly ManagedServer[]): Promise<void> {
    const names = servers.map(({ name }) => displayText(name, 40)).join(', ');
    return this.#documents.show(`Definition of ${names}`, () => servers.map(definitionText).join('\n\n\n'));
  }

  /** What a server may see now and was told in this window. */
  showSight(server: ManagedServer): Promise<void> {
    return this.#documents.show(`What ${displayText(server.name, 40)} sees`, () =>
      sightText(server, this.#host.disclosures.of(server.id)),
    );
  }

  /** The answer of a tool. */
  showAnswer(server: ManagedServer, tool: string, answer: string): Promise<void> {
    const title = `${displayText(tool, 60)} of ${displayText(server.name, 40)}`;
    return this.#documents.show(title, () => answer);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
