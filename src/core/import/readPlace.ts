import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { treeOf } from '../clients/jsonText';
import { plainValue } from '../clients/plainValue';
import { messageOf } from '../errors';
import { writtenAt, type WrittenEntry } from './entryText';
import type { ImportPlace } from './importPlace';

/** A file with more servers is not read. */
const mostServers = 1000;

/** A server in a file of another client. */
export interface FoundServer {
  readonly place: ImportPlace;
  readonly name: string;
  /** Its value; not checked yet. */
  readonly value: unknown;
  /** Its text, so that comments can be imported too. */
  readonly written: WrittenEntry;
  /** The inputs that the file defines. */
  readonly inputs: readonly unknown[];
}

/** The servers of one place, or why they cannot be read. */
export type PlaceReading =
  | { readonly kind: 'servers'; readonly servers: readonly FoundServer[] }
  /** `why`: a few words. */
  | { readonly kind: 'unreadable'; readonly place: ImportPlace; readonly why: string };

/** Reads the servers of one place. Never throws: it reports a text that cannot be read. */
export function readPlace(text: string, place: ImportPlace): PlaceReading {
  try {
    const tree = treeOf(text);
    const servers = tree && findNodeAtLocation(tree, [...place.at]);
    if (tree === undefined || servers === undefined) return { kind: 'servers', servers: [] };
    if (servers.type !== 'object') return unreadable(place, `its "${place.at.join('.')}" is not an object`);
    const { children = [] } = servers;
    if (children.length > mostServers) return unreadable(place, `it holds more than ${mostServers} servers`);
    const inputs = inputsOf(tree, place);
    return { kind: 'servers', servers: children.flatMap(foundAt(text, place, inputs)) };
  } catch (error) {
    // The parser ran out of stack.
    return unreadable(place, error instanceof RangeError ? 'it is nested too deep' : messageOf(error));
  }
}

function foundAt(text: string, place: ImportPlace, inputs: readonly unknown[]) {
  return (property: Node): readonly FoundServer[] => {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) return [];
    return [
      {
        place,
        name: String(key.value),
        value: plainValue(value),
        written: writtenAt(text, property, value),
        inputs,
      },
    ];
  };
}

function inputsOf(tree: Node, { inputsAt }: ImportPlace): readonly unknown[] {
  const node = inputsAt && findNodeAtLocation(tree, [...inputsAt]);
  const value = node === undefined ? undefined : plainValue(node);
  return Array.isArray(value) ? value : [];
}

function unreadable(place: ImportPlace, why: string): PlaceReading {
  return { kind: 'unreadable', place, why };
}
