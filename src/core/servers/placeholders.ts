import type { ServerDefinition } from './definition';
import { lateVariables } from './lateVariables';

/** An exposed folder that a placeholder can stand for. */
export interface PlacedRoot {
  /** The name as the server is told it. */
  readonly name: string;
  readonly folder: string;
}

/** What of the exposed folders a placeholder stands for. */
export type Placeholder =
  /** `${mcpRoots}`: an argument for each. */
  | { readonly kind: 'each' }
  /** `${mcpRoots:,}`: all of them, with this separator in between. */
  | { readonly kind: 'joined'; readonly separator: string }
  /** `${mcpRoot:api}`: the one of this name. */
  | { readonly kind: 'named'; readonly name: string }
  /** `${mcpPrimaryRoot}`: the first. */
  | { readonly kind: 'primary' };

/** Reads the inside of `${…}`. @returns undefined where it is no placeholder for folders */
export function placeholderOf(name: string): Placeholder | undefined {
  if (name === 'mcpRoots') return { kind: 'each' };
  if (name === 'mcpPrimaryRoot') return { kind: 'primary' };
  if (name.startsWith('mcpRoots:')) return { kind: 'joined', separator: name.slice('mcpRoots:'.length) };
  if (name.startsWith('mcpRoot:')) return { kind: 'named', name: name.slice('mcpRoot:'.length) };
  return undefined;
}

/** The working directory of a server that is to run in the first folder that it may see. */
export const inPrimaryRoot = '${mcpPrimaryRoot}';

/** The fields in which a placeholder can stand; the others decide what runs before anything is exposed. */
const fields: ReadonlySet<string> = new Set(['args', 'env', 'url', 'headers']);

/**
 * Why a placeholder cannot stand in this field.
 * @param text the whole text that it stands in
 * @returns undefined where it can
 */
export function misplaced(
  name: string,
  placeholder: Placeholder,
  field: string,
  text: string,
): string | undefined {
  if (field === 'cwd') {
    // Below an exposed folder lie others that could be denied, and then nothing would end what runs there.
    return text === inPrimaryRoot ? undefined : `In "cwd" only ${inPrimaryRoot} can stand, alone.`;
  }
  if (!fields.has(field)) return `\${${name}} cannot stand in "${field}".`;
  if (placeholder.kind !== 'each' || field === 'args') return undefined;
  return `\${${name}} stands for an argument for each folder. In "${field}" write \${mcpRoots:,} or the like.`;
}

/** The folders that a placeholder stands for, in order; undefined where it needs one that is not exposed. */
export function placed<R extends PlacedRoot>(
  placeholder: Placeholder,
  roots: readonly R[],
): readonly R[] | undefined {
  switch (placeholder.kind) {
    case 'each':
    case 'joined':
      return roots;
    case 'named': {
      const root = roots.find(({ name }) => name === placeholder.name);
      return root && [root];
    }
    case 'primary':
      return roots[0] && [roots[0]];
  }
}

/** Does a definition name the folders that are exposed to its server, whichever these are? */
export function placesRoots(transport: ServerDefinition['transport']): boolean {
  return placeholdersIn(transport).length > 0;
}

/** Is this server told of the folders that are allowed to it, by `roots/list` or by its launch? */
export function hearsOfRoots({ roots, transport }: Pick<ServerDefinition, 'roots' | 'transport'>): boolean {
  return roots.declare || placesRoots(transport);
}

/** Those of these folders that the placeholders of a definition put into its launch, in their order. */
export function placedRoots<R extends PlacedRoot>(
  transport: ServerDefinition['transport'],
  roots: readonly R[],
): readonly R[] {
  const put = new Set(
    placeholdersIn(transport).flatMap(({ placeholder }) => placed(placeholder, roots) ?? []),
  );
  return roots.filter((root) => put.has(root));
}

/** What the placeholders of a definition stand for with these folders; the text changes when the launch does. */
export function placedText(transport: ServerDefinition['transport'], roots: readonly PlacedRoot[]): string {
  const all = placeholdersIn(transport).map(({ placeholder }) => {
    return placed(placeholder, roots)?.map(({ folder }) => folder);
  });
  return JSON.stringify(all);
}

/** What each placeholder of a definition would stand for with these folders, each placeholder once, in words. */
export function placedLines(
  transport: ServerDefinition['transport'],
  roots: readonly PlacedRoot[],
): readonly string[] {
  const words = placeholdersIn(transport).map(({ name, placeholder }) => {
    const folders = placed(placeholder, roots);
    if (folders === undefined) return `\${${name}}: no folder, and without one it does not start`;
    return `\${${name}}: ${folders.map(({ folder }) => folder).join(', ') || 'no folder'}`;
  });
  return [...new Set(words)];
}

function placeholdersIn(transport: ServerDefinition['transport']) {
  return lateVariables(transport).flatMap(({ name }) => {
    const placeholder = placeholderOf(name);
    return placeholder === undefined ? [] : [{ name, placeholder }];
  });
}
