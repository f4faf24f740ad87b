import type { Telling } from './knowledge';

/** By which way somebody was told of a folder, as the end of a sentence. */
export function wayText(by: Telling['by']): string {
  switch (by) {
    case 'launch':
      return 'by its launch';
    case 'roots/list':
      return 'when it asked';
    case 'session/new':
      return 'when a session was begun';
    case 'session/load':
    case 'session/resume':
      return 'when a session was opened again';
    case 'session/fork':
      return 'when a session was copied';
    case 'session/list':
      return 'when its sessions were listed';
  }
}
