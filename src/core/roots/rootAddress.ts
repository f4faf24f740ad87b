import type { RealPath } from './realPath';

declare const address: unique symbol;

/**
 * What decisions about an address are kept under: never a path, in no folder and around none, so that no consent for a
 * folder ever covers it.
 */
export type AddressKey = string & { readonly [address]: true };

/** What consent can be given for. */
export type Grantable = RealPath | AddressKey;

const prefix = 'address:';

/** The key of an address. It has no separator of any system in it. */
export function addressKey(uri: string): AddressKey {
  return `${prefix}${encodeURIComponent(uri)}` as AddressKey;
}

export function isAddressKey(granted: Grantable): granted is AddressKey {
  return granted.startsWith(prefix);
}

/** What people read of what was decided about: a path, or an address. */
export function grantableText(granted: Grantable): string {
  return isAddressKey(granted) ? decodeURIComponent(granted.slice(prefix.length)) : granted;
}

/** What a root is called that is an address, unless the user says otherwise: `api.example.com/v1`. */
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
