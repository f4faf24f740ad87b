/** VS Code's chat as an outside client like any other, with a key of its own. */
export const chatClient = { id: 'vscode-chat', name: 'VS Code Chat' } as const;

/** Everything that VS Code is told of a server. VS Code stores it in clear text: no secret may be in it. */
export interface ChatDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** When this changes, VS Code asks the server for its tools again. */
  readonly version: string;
}

/** A server that the user enabled for chat. */
export interface ChatServer {
  readonly name: string;
  /** The fingerprint of its definition; undefined while the definition cannot be used. */
  readonly fingerprint: string | undefined;
}

/** The program that runs the shim. */
interface ShimProgram {
  /** The absolute path of Node.js, or of an editor that can act as Node.js. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** The path of the shim, which stays the same over updates. */
  readonly shim: string;
}

/**
 * One definition for each usable server, the same after every reload: VS Code caches tools by it, and stops a running
 * server when anything in its definition changes. The version follows from the fingerprint, so cached tools belong to
 * the approved definition; the fingerprint is a keyed hash and reveals nothing of the definition.
 * @param taken labels of VS Code's own servers: VS Code would silently disable a server of ours with the same label
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
 * A label that no other server has, whatever its case (VS Code ignores case). Never the name alone: not all places are
 * known where the user may have servers, such as the local side of a remote window.
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
