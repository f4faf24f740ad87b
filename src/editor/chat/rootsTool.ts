import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  type LanguageModelTool,
  type PreparedToolInvocation,
} from 'vscode';
import { rootsText, type ChatAccess } from '../../core/chat/rootsText';

/** The tool `#roots`: tells a model which folders its servers may see, so that it does not ask them for others. */
export class RootsTool implements LanguageModelTool<unknown> {
  readonly #access: () => Promise<readonly ChatAccess[]>;

  /** @param access gives the servers enabled for chat, as they are at that moment */
  constructor(access: () => Promise<readonly ChatAccess[]>) {
    this.#access = access;
  }

  prepareInvocation(): PreparedToolInvocation {
    return { invocationMessage: 'Looking up the folders that MCP servers may see' };
  }

  async invoke(): Promise<LanguageModelToolResult> {
    return new LanguageModelToolResult([new LanguageModelTextPart(rootsText(await this.#access()))]);
  }
}
