import { displayText } from '../text';

/** The names of a session. */
export interface SessionNames {
  /** The user's name for it; the agent is not told (ACP has no request for that). */
  readonly name?: string | undefined;
  /** The agent's title for it. */
  readonly title?: string | undefined;
}

/** Longer names are cut. */
const longestLabel = 100;

/** The name of a session for the user: the user's own, else its agent's title; undefined where it has neither. */
export function sessionLabel({ name, title }: SessionNames): string | undefined {
  return [name, title].find((each) => each !== undefined && each !== '');
}

/** A name or title of unknown origin, in the form in which it is kept; undefined where nothing visible is in it. */
export function keptLabel(text: string | null | undefined): string | undefined {
  return text === null || text === undefined
    ? undefined
    : displayText(text.trim(), longestLabel) || undefined;
}
