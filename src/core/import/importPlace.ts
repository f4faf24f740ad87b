/** Which variables `${…}` can name in a file. */
type VariableSyntax =
  /** `${workspaceFolder}`, `${env:NAME}`, `${userHome}`, `${input:id}`, as in VS Code, Cursor and Windsurf. */
  | 'vscode'
  /** `${NAME}` and `${NAME:-default}`: https://code.claude.com/docs/en/mcp. */
  | 'claude-code'
  /** Variables are not replaced there. */
  | 'none';

/** A workspace folder. */
export interface PlaceFolder {
  readonly name: string;
  /** An absolute path. */
  readonly path: string;
}

/** A part of a file where another client keeps servers. */
export interface ImportPlace {
  /** For the user: which client reads the file, and for whom these servers are. */
  readonly title: string;
  /** An absolute path. */
  readonly file: string;
  /** The keys that lead to the object of servers. */
  readonly at: readonly string[];
  /** The keys that lead to the list of inputs; undefined where the client has no inputs. */
  readonly inputsAt: readonly string[] | undefined;
  readonly variables: VariableSyntax;
  /** The workspace folder that the servers belong to; undefined where they are for all. */
  readonly folder: PlaceFolder | undefined;
  /** It comes with the workspace: nothing of it is shown before the workspace is trusted. */
  readonly isOfWorkspace: boolean;
}
