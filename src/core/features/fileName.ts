import { displayText } from '../text';

/** Types for which VS Code has a viewer or a language. Nothing here makes an editor run or load anything. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/bmp', 'bmp'],
  ['image/avif', 'avif'],
  ['image/x-icon', 'ico'],
  ['image/vnd.microsoft.icon', 'ico'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/ogg', 'ogg'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['application/yaml', 'yaml'],
  ['text/markdown', 'md'],
  ['text/html', 'html'],
  ['text/css', 'css'],
  ['text/csv', 'csv'],
  ['text/xml', 'xml'],
  ['text/yaml', 'yaml'],
  ['text/javascript', 'js'],
  ['image/svg+xml', 'svg'],
]);

const viewed = /^(?:png|jpe?g|gif|webp|bmp|avif|ico|mp3|wav|ogg|mp4|webm)$/;
const languages =
  /^(?:json|xml|ya?ml|md|html|css|csv|svg|[cm]?[jt]sx?|py|rb|go|rs|java|c|h|cpp|cs|sh|sql|toml|ini|log|txt|diff)$/;

/**
 * The name of a read-only file with content of a server: its own name, as one line without invisible characters, with
 * the extension that opens it in the right viewer. Only binary content gets a viewer.
 */
export function fileNameOf(name: string, mimeType: string | undefined, body: 'text' | 'binary'): string {
  const plain =
    displayText(name, 80)
      .replaceAll(/[\\/?#%]/g, '_')
      .replace(/^\.+/, '') || 'unnamed';
  const at = plain.lastIndexOf('.');
  const [stem, own] =
    at > 0
      ? [
          plain.slice(0, at),
          plain
            .slice(at + 1)
            .toLowerCase()
            .replace('jpeg', 'jpg'),
        ]
      : [plain, ''];
  const said = extensions.get((mimeType ?? '').split(';')[0]?.trim().toLowerCase() ?? '');
  const usable = (extension: string) => {
    return languages.test(extension) || (body === 'binary' && viewed.test(extension));
  };
  if (own !== '' && usable(own) && (said === undefined || !usable(said))) return plain;
  if (said !== undefined && usable(said)) return `${own === said ? stem : plain}.${said}`;
  // Its own extension is not known to be harmless: another one follows it.
  return body === 'binary' ? `${plain}.bin` : `${plain}.txt`;
}

/** The last part of a URI that is not empty, as a name. */
export function nameInUri(uri: string): string {
  const path = uri.split(/[?#]/, 1)[0] ?? '';
  const last = path.split('/').findLast((part) => part !== '') ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
