import { displayText } from '../text';

/** What is known of how a session is called. */
export interface SessionNames {
  /** By the user; agents are not told of it (ACP has no request for that). */
  readonly name?: string | undefined;
  /** By its agent. */
  readonly title?: string | undefined;
}

/** Longer ones are cut where they are shown and kept. */
const longestLabel = 100;

/** What the user reads for a session: the user's own name for it, else its agent's title; undefined where there is none. */
export function sessionLabel({ name, title }: SessionNames): string | undefined {
  return [name, title].find((each) => each !== undefined && each !== '');
}

/** A name or title of unknown origin as it is kept; undefined where nothing of it is to be seen. */
export function keptLabel(text: string | null | undefined): string | undefined {
  return text === null || text === undefined
    ? undefined
    : displayText(text.trim(), longestLabel) || undefined;
}
