import { bringInputs, type InputEntry } from './inputsToBring';
import { moveSecrets, type MovedSecret } from './moveSecrets';
import { freeName } from './names';
import type { FoundServer } from './readPlace';
import type { TranslatedEntry } from './translateEntry';

/** A server that can be imported. */
export interface ImportCandidate {
  readonly found: FoundServer;
  readonly translated: TranslatedEntry;
}

/** What is already in the settings that servers are imported into. */
export interface ImportTarget {
  /** The names of all servers that this window knows, in any scope. */
  readonly names: readonly string[];
  /** The value of `mcpRoots.inputs` of the scope. */
  readonly inputs: readonly unknown[];
}

/** A server as it will be written into the settings. */
interface ImportedServer {
  readonly name: string;
  readonly found: FoundServer;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

/** What an import writes into the settings, and the secrets to keep elsewhere. */
export interface ImportPlan {
  readonly servers: readonly ImportedServer[];
  /** New entries of `mcpRoots.inputs`. */
  readonly inputs: readonly InputEntry[];
  /** The secrets that new inputs replace. */
  readonly answers: readonly MovedSecret[];
}

/**
 * Works out what an import writes: free names, the inputs that are needed, and, if wanted, secrets replaced by inputs.
 * It starts and approves nothing, and does not change what is there already.
 */
export function planImport(
  candidates: readonly ImportCandidate[],
  target: ImportTarget,
  movesSecrets: boolean,
): ImportPlan {
  const names = new Set(target.names.map((name) => name.toLowerCase()));
  const inputs: InputEntry[] = [];
  const answers: MovedSecret[] = [];
  const servers = candidates.map(({ found, translated }): ImportedServer => {
    const name = freeName(found.name, names);
    names.add(name.toLowerCase());
    const brought = bringInputs(translated.entry, found.inputs, [...target.inputs, ...inputs]);
    inputs.push(...brought.inputs);
    const remarks = [...translated.remarks, ...brought.remarks];
    if (!movesSecrets) return { name, found, entry: brought.entry, remarks };
    const { entry, moved } = moveSecrets(name, brought.entry, answers, [...target.inputs, ...inputs]);
    answers.push(...moved);
    inputs.push(...moved.map(({ input }) => input));
    return { name, found, entry, remarks };
  });
  return { servers, inputs, answers };
}
