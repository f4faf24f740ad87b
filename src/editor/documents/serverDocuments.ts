import { EventEmitter, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Host } from '../../node/host/host';
import type { ManagedServer } from '../../node/servers/managedServer';
import { definitionText } from './definitionText';
import { sightText } from './sightText';

/** `runs`: the whole definition, as it would be started. `sees`: what the server may see and was told. */
export type DocumentKind = 'runs' | 'sees';

const scheme = 'mcp-roots';

/** Read-only documents about servers; plain text, because much of it was written by others. */
export class ServerDocuments implements TextDocumentContentProvider, Disposable {
  readonly #host: Host;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<Uri>());

  readonly onDidChange = this.#changed.event;

  constructor(host: Host) {
    this.#host = host;
    this.#lifetime.add(workspace.registerTextDocumentContentProvider(scheme, this));
    this.#lifetime.add(host.servers.onDidChange(() => this.#refresh()));
  }

  /** Opens one document about these servers. */
  async show(kind: DocumentKind, servers: readonly ManagedServer[]): Promise<void> {
    const name = servers.map((server) => server.name.replaceAll(/[\\/?#]/g, '_')).join(', ');
    const uri = Uri.from({
      scheme,
      path: `/${kind === 'runs' ? 'Definition' : 'What it sees'}: ${name}`,
      query: JSON.stringify({ kind, servers: servers.map(({ id }) => id) }),
    });
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent({ query }: Uri): string {
    const { kind, servers } = parseQuery(query);
    const texts = servers.flatMap((id) => {
      const server = this.#host.servers.byId(id);
      if (server === undefined) return [];
      return kind === 'runs' ? definitionText(server) : sightText(server, this.#host.disclosures.of(id));
    });
    return texts.length > 0 ? texts.join('\n\n') : 'This server is not configured any more.';
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #refresh(): void {
    for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
  }
}

function parseQuery(query: string): { readonly kind: DocumentKind; readonly servers: readonly string[] } {
  const { kind, servers } = JSON.parse(query) as { kind: unknown; servers: unknown };
  const ids = Array.isArray(servers) ? servers.filter((id) => typeof id === 'string') : [];
  return { kind: kind === 'runs' ? 'runs' : 'sees', servers: ids };
}
