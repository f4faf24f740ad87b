import type { ServerPlace } from './serverPlace';

/** What a server is doing, in the words of the tree. Times are milliseconds since the epoch. */
export type ServerState =
  | { readonly kind: 'stopped'; readonly why?: string }
  /** Its definition says that it starts with the first grant. */
  | { readonly kind: 'waiting for a grant' }
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'running';
      readonly since: number;
      readonly place: ServerPlace;
      readonly protocolVersion: string;
      readonly serverInfo: string;
    }
  /** It crashed or its process has to be replaced, and it is being started again. */
  | { readonly kind: 'restarting'; readonly why: string }
  /** Its process was idle and was stopped; the next request of its client starts another. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'stopped by the server' }
  /** `mustSignIn`: the server asks the user to sign in, and the user can. */
  | { readonly kind: 'failed'; readonly why: string; readonly mustSignIn?: true };

/** Is a process there, or about to be, or started by the next request? */
export function isActive({ kind }: ServerState): boolean {
  return (
    kind === 'starting' ||
    kind === 'running' ||
    kind === 'restarting' ||
    kind === 'asleep' ||
    kind === 'waiting for a grant'
  );
}
