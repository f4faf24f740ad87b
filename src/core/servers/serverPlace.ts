/** Where a running server is. */
export type ServerPlace =
  | { readonly kind: 'process'; readonly pid: number }
  /** `address` has no query. */
  | { readonly kind: 'address'; readonly address: string };

/** The start as the record has it: the part that says where the server is. */
type Start =
  | { readonly event: 'spawned'; readonly pid: number }
  | { readonly event: 'connected'; readonly address: string };

export function placeOf(start: Start): ServerPlace {
  return start.event === 'spawned'
    ? { kind: 'process', pid: start.pid }
    : { kind: 'address', address: start.address };
}

/** The place in a few words. */
export function placeText(place: ServerPlace): string {
  return place.kind === 'process' ? `process ${place.pid}` : `the server at ${place.address}`;
}
