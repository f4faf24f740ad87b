import { recordOf, textOf } from '../recordOf';

/** A resource as its server describes it (MCP, server/resources); every text of it is hostile. */
export interface ResourceDescription {
  readonly uri: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly mimeType: string | undefined;
  /** In bytes, as the server says. */
  readonly size: number | undefined;
}

/** A template for URIs of resources, with variables to be filled in (RFC 6570). */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly mimeType: string | undefined;
}

/** Reads one entry of an answer to `resources/list`; undefined where it has no URI. */
export function resourceOf(said: unknown): ResourceDescription | undefined {
  const { uri, size } = recordOf(said);
  if (typeof uri !== 'string') return undefined;
  return { uri, ...saidOf(said, uri), size: typeof size === 'number' ? size : undefined };
}

/** Reads one entry of an answer to `resources/templates/list`; undefined where it has no template. */
export function resourceTemplateOf(said: unknown): ResourceTemplate | undefined {
  const { uriTemplate } = recordOf(said);
  return typeof uriTemplate === 'string' ? { uriTemplate, ...saidOf(said, uriTemplate) } : undefined;
}

function saidOf(
  said: unknown,
  otherwise: string,
): Pick<ResourceTemplate, 'name' | 'description' | 'mimeType'> {
  const { name, title, description, mimeType } = recordOf(said);
  return {
    name: textOf(title) ?? textOf(name) ?? otherwise,
    description: textOf(description),
    mimeType: textOf(mimeType),
  };
}
