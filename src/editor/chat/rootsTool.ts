import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  type LanguageModelTool,
  type PreparedToolInvocation,
} from 'vscode';
import { rootsText, type ChatSight } from '../../core/chat/rootsText';

/** The tool `#roots`: a model that knows which folders its servers see does not ask them for others. */
export class RootsTool implements LanguageModelTool<unknown> {
  readonly #sights: () => Promise<readonly ChatSight[]>;

  /** @param sights the servers enabled for chat, as they stand at the moment of the question */
  constructor(sights: () => Promise<readonly ChatSight[]>) {
    this.#sights = sights;
  }

  prepareInvocation(): PreparedToolInvocation {
    return { invocationMessage: 'Looking up the folders that MCP servers may see' };
  }

  async invoke(): Promise<LanguageModelToolResult> {
    return new LanguageModelToolResult([new LanguageModelTextPart(rootsText(await this.#sights()))]);
  }
}
