import type { Denial } from './containment';

/**
 * Why a path was denied, as the end of a sentence that begins with the path. What lies outside gets one text, whether
 * it exists or not and whatever it is.
 */
export function denialText(reason: Denial): string {
  switch (reason) {
    case 'outside':
      return 'is not inside a folder that is shared, or cannot be resolved';
    case 'root is gone':
      return 'is inside a shared folder that does not exist any more';
    case 'root was replaced':
      return 'is inside a shared folder in whose place another one was put';
    case 'not a regular file':
      return 'is not a regular file';
    case 'not a directory':
      return 'is not a directory';
    case 'empty':
      return 'is empty';
    case 'not absolute':
      return 'is not an absolute path';
    case 'not well-formed':
      return 'contains characters that no path can have';
    case 'too long':
      return 'is too long';
    case 'a device path':
      return 'is a device path';
    case 'a reserved name':
      return 'contains a name that Windows reserves';
  }
}
