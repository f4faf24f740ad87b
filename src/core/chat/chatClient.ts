/** VS Code's chat is an outside client like any other, with a key of its own. */
export const chatClient = { id: 'vscode-chat', name: 'VS Code Chat' } as const;

/** Everything of one server that VS Code is told, and keeps in clear text: no secret may be in it. */
export interface ChatDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Another one, and VS Code asks the server for its tools again. */
  readonly version: string;
}

/** A server that the user enabled for chat. */
export interface ChatServer {
  readonly name: string;
  /** Of its definition; undefined while that cannot be used. */
  readonly fingerprint: string | undefined;
}

/** What the shim is started with. */
interface ShimProgram {
  /** An absolute path of Node.js, or of an editor that can be it. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** The stable path of the shim. */
  readonly shim: string;
}

/**
 * One definition for each server that can be used, the same after every reload: VS Code caches tools by it, and stops
 * a running server when anything of its definition is another. The version is bound to the fingerprint, so that cached
 * tools are those of the definition that was approved; the fingerprint is a keyed hash and tells nothing of it.
 * @param taken labels of VS Code's own servers: one of ours with the same label would be disabled without a word
 */
export function chatDefinitions(
  servers: readonly ChatServer[],
  { command, env, shim }: ShimProgram,
  taken: readonly string[],
): readonly ChatDefinition[] {
  const used = [...taken];
  return servers.flatMap(({ name, fingerprint }) => {
    if (fingerprint === undefined) return [];
    const label = freeLabel(name, used);
    used.push(label);
    return { label, command, args: [shim, chatClient.id, name], env, version: fingerprint.slice(0, 16) };
  });
}

/**
 * A label that no other server has, whatever its case (VS Code compares so). Never the bare name: which servers the
 * user has in another place, such as the local side of a remote window, is not always known.
 */
export function freeLabel(server: string, taken: readonly string[]): string {
  const used = new Set(taken.map((label) => label.trim().toLowerCase()));
  const label = `${server} (MCP Roots)`;
  if (!used.has(label.toLowerCase())) return label;
  for (let n = 2; ; n += 1) {
    const numbered = `${server} (MCP Roots ${n})`;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}
