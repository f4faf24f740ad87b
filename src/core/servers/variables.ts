import { misplaced, placed, placeholderOf, type PlacedRoot, type Placeholder } from './placeholders';

/** What variables stand for. */
export interface VariableValues {
  /** The folder of the scope, else the first of the workspace. */
  readonly workspaceFolder: string | undefined;
  readonly workspaceFolders: readonly { readonly name: string; readonly path: string }[];
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is put in only at a start. Until then each such variable stays as written (src/README.md, "fingerprint"). */
export type LateValues =
  | 'not yet'
  | {
      /** The user's answers, by the id of the input. */
      readonly answers: ReadonlyMap<string, string>;
      /** The folders that are exposed; `not yet` to put in the answers only. */
      readonly roots: readonly PlacedRoot[] | 'not yet';
      /** The folder that `${mcpRoots}` stands for in this argument. */
      readonly each?: PlacedRoot;
    };

/** A text with its variables put in, or the reason why that cannot be. */
export type Expanded =
  { readonly kind: 'expanded'; readonly text: string } | { readonly kind: 'refused'; readonly why: string };

const variable = /\$\{([^}]*)\}/g;

/**
 * Puts in `${workspaceFolder}`, `${workspaceFolder:name}`, `${userHome}` and `${env:NAME}`, once: a value is not
 * expanded again. At a start, `${input:id}` and what stands for exposed folders are put in too; in an address the paths
 * of folders are percent-encoded. Any other variable is refused, never left standing and never run (`${command:…}`).
 * @param field where in the definition the text stands
 */
export function expandVariables(
  text: string,
  values: VariableValues,
  late: LateValues = 'not yet',
  field = 'args',
): Expanded {
  let refusal: string | undefined;
  const expanded = text.replace(variable, (whole: string, name: string) => {
    const placeholder = placeholderOf(name);
    const value =
      placeholder === undefined
        ? valueOf(name, whole, values, late)
        : placedOf(name, placeholder, late, { field, text });
    if (value.kind === 'expanded') return value.text;
    refusal ??= value.why;
    return whole;
  });
  return refusal === undefined ? { kind: 'expanded', text: expanded } : { kind: 'refused', why: refusal };
}

function valueOf(name: string, whole: string, values: VariableValues, late: LateValues): Expanded {
  const [kind, argument] = splitOnce(name);
  switch (kind) {
    case 'workspaceFolder':
      return argument === undefined ? theFolder(values) : folderNamed(argument, values);
    case 'userHome':
      return { kind: 'expanded', text: values.userHome };
    case 'env':
      // As in VS Code: a variable that is not set is empty.
      return { kind: 'expanded', text: variableOf(values.env, argument ?? '') };
    case 'input':
      return late === 'not yet' ? { kind: 'expanded', text: whole } : answerTo(argument ?? '', late);
    default:
      return { kind: 'refused', why: `The variable \${${name}} is not supported.` };
  }
}

function placedOf(
  name: string,
  placeholder: Placeholder,
  late: LateValues,
  { field, text }: { readonly field: string; readonly text: string },
): Expanded {
  const why = misplaced(name, placeholder, field, text);
  if (why !== undefined) return { kind: 'refused', why };
  if (late === 'not yet' || late.roots === 'not yet') return { kind: 'expanded', text: `\${${name}}` };
  const isEach = placeholder.kind === 'each';
  const roots = isEach && late.each !== undefined ? [late.each] : placed(placeholder, late.roots);
  if (roots === undefined) {
    const which = placeholder.kind === 'named' ? `the folder "${placeholder.name}"` : 'a folder';
    return { kind: 'refused', why: `\${${name}} stands for ${which} that it may see. Allow it first.` };
  }
  const paths = roots.map(({ folder }) => (field === 'url' ? encodeURIComponent(folder) : folder));
  return { kind: 'expanded', text: paths.join(placeholder.kind === 'joined' ? placeholder.separator : '') };
}

function answerTo(id: string, { answers }: Exclude<LateValues, 'not yet'>): Expanded {
  const text = answers.get(id);
  if (text !== undefined) return { kind: 'expanded', text };
  return { kind: 'refused', why: `The input "${id}" has no answer.` };
}

function variableOf(env: VariableValues['env'], name: string): string {
  return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
}

function theFolder({ workspaceFolder }: VariableValues): Expanded {
  if (workspaceFolder !== undefined) return { kind: 'expanded', text: workspaceFolder };
  return { kind: 'refused', why: '${workspaceFolder} needs an open folder.' };
}

function folderNamed(name: string, { workspaceFolders }: VariableValues): Expanded {
  const named = workspaceFolders.filter((folder) => folder.name === name);
  const [only] = named;
  if (only !== undefined && named.length === 1) return { kind: 'expanded', text: only.path };
  const why = named.length === 0 ? 'No open folder has' : 'Several open folders have';
  return { kind: 'refused', why: `${why} the name in \${workspaceFolder:${name}}.` };
}

function splitOnce(name: string): readonly [string, string | undefined] {
  const colon = name.indexOf(':');
  return colon < 0 ? [name, undefined] : [name.slice(0, colon), name.slice(colon + 1)];
}
