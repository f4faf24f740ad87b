import { hasLateVariable } from '../servers/lateVariables';
import type { ImportPlace } from './importPlace';

/** The facts on which a translation depends. */
export interface TranslationGround {
  /** Whether more than one folder is open, so that `${workspaceFolder}` has to name one. */
  readonly isMultiRoot: boolean;
  /** Whether an environment variable of this name exists now. */
  readonly isSet: (name: string) => boolean;
  /** The path separator of this machine. */
  readonly separator: string;
}

/** A text with its variables in our own syntax. */
export interface TranslatedText {
  readonly text: string;
  /** What could not be translated exactly, a few words each. */
  readonly remarks: readonly string[];
}

const variable = /\$\{([^}]*)\}/g;

/**
 * Translates the variables of another client's text into those of `mcpRoots.servers`. One without a counterpart stays
 * as it is, with a remark: the definition does not start before it is corrected.
 */
export function translateVariables(
  text: string,
  place: Pick<ImportPlace, 'variables' | 'folder'>,
  ground: TranslationGround,
): TranslatedText {
  const remarks: string[] = [];
  const translated = text.replace(variable, (whole: string, inner: string) => {
    const result =
      place.variables === 'none'
        ? { remark: `${whole} is text there, and a variable that is not supported here` }
        : (sharedVariable(inner, place, ground) ??
          (place.variables === 'claude-code' ? ofClaudeCode(inner, place, ground) : undefined) ?? {
            remark: `${whole} is not supported here`,
          });
    if (result.remark !== undefined) remarks.push(result.remark);
    return result.text ?? whole;
  });
  return { text: translated, remarks };
}

interface Translation {
  /** Undefined: the variable stays as it is. */
  readonly text?: string;
  readonly remark?: string;
}

function sharedVariable(
  inner: string,
  { folder }: Pick<ImportPlace, 'folder'>,
  { isMultiRoot, separator }: TranslationGround,
): Translation | undefined {
  switch (inner) {
    case 'workspaceFolder':
      return folder !== undefined && isMultiRoot ? { text: `\${workspaceFolder:${folder.name}}` } : {};
    case 'workspaceFolderBasename':
      return folder === undefined ? undefined : { text: folder.name };
    case 'pathSeparator':
    case '/':
      return { text: separator };
    case 'userHome':
      return {};
    default:
      // Our own variables, which come back from an export.
      return /^(workspaceFolder|env):./.test(inner) || hasLateVariable(`\${${inner}}`) ? {} : undefined;
  }
}

function ofClaudeCode(
  inner: string,
  place: Pick<ImportPlace, 'folder'>,
  ground: TranslationGround,
): Translation | undefined {
  const [, name, usual] = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner) ?? [];
  if (name === undefined) return undefined;
  if (name === 'CLAUDE_PROJECT_DIR' && place.folder !== undefined) {
    return { text: '${workspaceFolder}', ...sharedVariable('workspaceFolder', place, ground) };
  }
  const own = `\${env:${name}}`;
  if (usual === undefined) return { text: own };
  return ground.isSet(name)
    ? { text: own, remark: `the default of ${name} is left out, since it is set now` }
    : { text: usual, remark: `${name} is not set now: its default is written` };
}
