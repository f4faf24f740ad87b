/** The name of a root that is an address, unless the user gives another: `api.example.com/v1`. */
export function addressName(uri: string): string {
  return (
    uri
      .replace(/^[^:]*:(?:\/\/)?(?:[^/?#]*@)?/u, '')
      .replace(/[?#].*$/su, '')
      .replace(/\/+$/u, '') || uri
  );
}

/** Why a text cannot be added as an address of a root; undefined when it can. */
export function wrongAddress(text: string): string | undefined {
  if (!URL.canParse(text) || /\s/u.test(text))
    return 'Write a whole address, such as https://api.example.com/v1.';
  const { protocol, username, password } = new URL(text);
  if (protocol === 'file:') return 'Add a folder with "Add Folder as Root".';
  if (username !== '' || password !== '') {
    return 'Leave user name and password out: whoever may see the address would be told them.';
  }
  return undefined;
}

/** The scheme of an address, in small letters and without its colon. */
export function schemeOf(uri: string): string {
  return uri.slice(0, uri.indexOf(':')).toLowerCase();
}
