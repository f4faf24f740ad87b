/** What `${…}` means in a file. */
type VariableSyntax =
  /** `${workspaceFolder}`, `${env:NAME}`, `${userHome}`, `${input:id}`, as in VS Code, Cursor and Windsurf. */
  | 'vscode'
  /** `${NAME}` and `${NAME:-default}`: https://code.claude.com/docs/en/mcp. */
  | 'claude-code'
  /** Nothing: it stays as it stands. */
  | 'none';

/** A workspace folder. */
export interface PlaceFolder {
  readonly name: string;
  /** An absolute path. */
  readonly path: string;
}

/** Where servers of another client may stand. */
export interface ImportPlace {
  /** The client that reads the file, as its makers call it, and whose servers these are in it. */
  readonly title: string;
  /** An absolute path. */
  readonly file: string;
  /** The keys above the object of servers. */
  readonly at: readonly string[];
  /** The keys above the list of inputs; undefined where the client has none. */
  readonly inputsAt: readonly string[] | undefined;
  readonly variables: VariableSyntax;
  /** The folder that the servers belong to; undefined where they are for all. */
  readonly folder: PlaceFolder | undefined;
  /** It comes with the workspace, so that nothing of it is shown before that is trusted. */
  readonly isOfWorkspace: boolean;
}
