import { window, type LogOutputChannel } from 'vscode';
import type { Disposable } from '../core/lifecycle';
import { displayText } from '../core/text';
import type { ManagedServer } from '../node/servers/managedServer';

/** The log of the extension, and one for each server, made when it first says something. */
export class Logs implements Disposable {
  readonly extension = window.createOutputChannel('MCP Roots', { log: true });
  readonly #servers = new Map<string, LogOutputChannel>();

  of({ id, name }: Pick<ManagedServer, 'id' | 'name'>): LogOutputChannel {
    let log = this.#servers.get(id);
    if (log === undefined) {
      log = window.createOutputChannel(`MCP Roots: ${displayText(name, 60)}`, { log: true });
      this.#servers.set(id, log);
    }
    return log;
  }

  dispose(): void {
    this.extension.dispose();
    for (const log of this.#servers.values()) log.dispose();
  }
}
