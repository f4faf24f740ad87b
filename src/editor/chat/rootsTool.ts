import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  type LanguageModelTool,
  type PreparedToolInvocation,
} from 'vscode';
import { rootsText, type ChatAccess } from '../../core/chat/rootsText';

/** The tool `#roots`: a model that knows which folders its servers see does not ask them for others. */
export class RootsTool implements LanguageModelTool<unknown> {
  readonly #access: () => Promise<readonly ChatAccess[]>;

  /** @param access the servers enabled for chat, as they stand at the moment of the question */
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
