import { window, type LogOutputChannel } from 'vscode';
import type { Disposable } from '../core/lifecycle';
import { nounOfId } from '../core/servers/definition';
import { displayText } from '../core/text';
import type { DefinedGrantee } from '../node/servers/definedGrantee';

/** The log of the extension, and one for each server and agent, made when it is first needed. */
export class Logs implements Disposable {
  readonly extension = window.createOutputChannel('MCP Roots', { log: true });
  readonly #servers = new Map<string, LogOutputChannel>();

  of({ id, name }: Pick<DefinedGrantee, 'id' | 'name'>): LogOutputChannel {
    let log = this.#servers.get(id);
    if (log === undefined) {
      const what = nounOfId(id) === 'agent' ? ' (agent)' : '';
      log = window.createOutputChannel(`MCP Roots: ${displayText(name, 60)}${what}`, { log: true });
      this.#servers.set(id, log);
    }
    return log;
  }

  dispose(): void {
    this.extension.dispose();
    for (const log of this.#servers.values()) log.dispose();
  }
}
