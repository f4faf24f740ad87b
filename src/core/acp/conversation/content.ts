/** One piece of content from an agent (ACP, content). Texts are as received: whoever shows them makes them harmless. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly kind: 'audio'; readonly mimeType: string }
  /** A name and a URI; it is never opened. */
  | { readonly kind: 'link'; readonly name: string; readonly uri: string }
  | { readonly kind: 'resource'; readonly uri: string; readonly text: string }
  /** Content that is too long to be kept, or that cannot be shown. `what` describes it. */
  | { readonly kind: 'left out'; readonly what: string };

/** How many characters of one text are kept at most. */
export const longestText = 1024 * 1024;

/** How much memory it takes, in characters. */
export function weightOf(content: Content): number {
  switch (content.kind) {
    case 'text':
      return content.text.length;
    case 'image':
      return content.data.length;
    case 'resource':
      return content.text.length + content.uri.length;
    case 'link':
      return content.name.length + content.uri.length;
    case 'audio':
      return content.mimeType.length;
    case 'left out':
      return content.what.length;
  }
}
