/** One piece of what is said, as an agent tells it (ACP, content). Text is as it came: each face makes it harmless. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  /** Base64. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly kind: 'audio'; readonly mimeType: string }
  /** Something that is only named; nothing of it is opened. */
  | { readonly kind: 'link'; readonly name: string; readonly uri: string }
  | { readonly kind: 'resource'; readonly uri: string; readonly text: string }
  /** It was longer than what is kept. */
  | { readonly kind: 'left out'; readonly what: string };

/** Characters of one text that are kept at most. */
export const longestText = 1024 * 1024;

/** Characters that it takes to keep it. */
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
