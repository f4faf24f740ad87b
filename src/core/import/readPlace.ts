import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { treeOf } from '../clients/jsonText';
import { plainValue } from '../clients/plainValue';
import { messageOf } from '../errors';
import { writtenAt, type WrittenEntry } from './entryText';
import type { ImportPlace } from './importPlace';

/** Nobody looks through more. */
const mostServers = 1000;

/** A server as it stands in a file of another client. */
export interface FoundServer {
  readonly place: ImportPlace;
  readonly name: string;
  /** Of whatever kind: it was not judged yet. */
  readonly value: unknown;
  /** Its own text, so that comments can come along. */
  readonly written: WrittenEntry;
  /** The inputs that the file defines. */
  readonly inputs: readonly unknown[];
}

/** What stands in one place. */
export type PlaceReading =
  | { readonly kind: 'servers'; readonly servers: readonly FoundServer[] }
  /** A few words on what is wrong with the file. */
  | { readonly kind: 'unreadable'; readonly place: ImportPlace; readonly why: string };

/** Reads the servers of one file. Never throws: a text that cannot be read is said to be so. */
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
    // The stack of the parser: whoever nests so deep does not mean a configuration.
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
