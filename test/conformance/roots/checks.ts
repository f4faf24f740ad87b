import type { Context } from './scenario';
import { Transcript, urisOf, type Ask } from './transcript';

/** The capability is declared as the specification writes it, or not at all. */
export function declares(seen: Transcript, { declare }: Context): readonly string[] {
  const greetings = seen.sent('initialize');
  if (greetings.length === 0) return ['The client never sent "initialize".'];
  return greetings.flatMap(({ params }) => {
    const { roots } = (params?.['capabilities'] ?? {}) as { readonly roots?: unknown };
    if (!declare) return roots === undefined ? [] : ['"roots" was declared although there are none.'];
    if (typeof roots !== 'object' || roots === null) return ['"roots" was not declared.'];
    const { listChanged } = roots as { readonly listChanged?: unknown };
    return listChanged === true ? [] : ['"roots.listChanged" was not declared as true.'];
  });
}

/** Every question has exactly one answer, and at least one was asked. */
export function answersEach(seen: Transcript): readonly string[] {
  if (seen.asks.length === 0) return ['The server never came to ask for roots.'];
  return seen.asks.flatMap(({ answers }) =>
    answers.length === 1 ? [] : [`A question for roots was answered ${answers.length} times.`],
  );
}

/** Every answer is the list of the step in which it was given, in its order; a list is never an error. */
export function answersTruly(seen: Transcript, { steps }: Context): readonly string[] {
  return seen.asks.flatMap((ask) =>
    ask.answers.flatMap(({ message, at }) => {
      const uris = urisOf(message);
      if (uris === undefined) return [`A list was asked for and this came: ${JSON.stringify(message)}`];
      const possible = possibleSteps(seen, steps.length, ask, at).map((step) => steps[step] ?? []);
      const isTrue = possible.some((list) => JSON.stringify(list) === JSON.stringify(uris));
      return isTrue ? [] : [`${JSON.stringify(uris)} was told, where ${JSON.stringify(possible)} is true.`];
    }),
  );
}

/** The session in which a step is called knows the list of that step, from its last answer. */
export function knowsEachStep(seen: Transcript, { steps }: Context): readonly string[] {
  return steps.flatMap((list, step) => {
    const at = seen.stepAt(step);
    const session = seen.entries[at]?.session;
    if (session === undefined) return [`The client never called step ${step}.`];
    const answers = seen.asks
      .filter((ask) => ask.session === session)
      .flatMap((ask) => ask.answers)
      .filter((answer) => answer.at < seen.answerAt(at));
    const last = answers.at(-1);
    const uris = last === undefined ? undefined : urisOf(last.message);
    if (JSON.stringify(uris) === JSON.stringify(list)) return [];
    return [
      `In step ${step} the server last heard ${JSON.stringify(uris)} instead of ${JSON.stringify(list)}.`,
    ];
  });
}

/** Whoever was in the session before a change hears of it. */
export function announcesEachChange(seen: Transcript, { steps }: Context): readonly string[] {
  return steps.flatMap((_, step) => {
    const before = seen.stepAt(step - 1);
    const session = seen.entries[before]?.session;
    if (session === undefined || seen.entries[seen.stepAt(step)]?.session !== session) return [];
    const announced = new Transcript(seen.entries.slice(before)).ofSession(session);
    const isAnnounced = announced.sent('notifications/roots/list_changed').length > 0;
    return isAnnounced ? [] : [`The change before step ${step} was not announced.`];
  });
}

/** `notifications/roots/list_changed` comes for changes only. */
export function isQuiet(seen: Transcript): readonly string[] {
  const changes = seen.sent('notifications/roots/list_changed').length;
  return changes === 0 ? [] : [`"list_changed" came ${changes} times although nothing had changed.`];
}

/** What was taken back is in no answer that is given after the client has gone on to the next step. */
export function tellsNothingTakenBack(seen: Transcript, { steps }: Context): readonly string[] {
  const now = new Set(steps.at(-1));
  const takenBack = (steps[0] ?? []).filter((uri) => !now.has(uri));
  const from = seen.stepAt(steps.length - 1);
  const told = seen.asks
    .flatMap(({ answers }) => answers)
    .filter(({ at }) => from >= 0 && at > from)
    .flatMap(({ message }) => urisOf(message) ?? []);
  return takenBack.flatMap((uri) => (told.includes(uri) ? [`${uri} was told after it was taken back.`] : []));
}

/** An answer between two steps may be of either: the client changes its list at some moment between the two calls. */
function possibleSteps(seen: Transcript, count: number, { at: askedAt }: Ask, answeredAt: number): number[] {
  const calls = Array.from({ length: count }, (_, step) => seen.stepAt(step));
  const first = calls.findLastIndex((at) => at >= 0 && at < askedAt);
  const last = calls.findIndex((at) => at > answeredAt);
  const from = Math.max(first, 0);
  // Before the first call there is one list only.
  const to = last < 0 ? count - 1 : last;
  const upTo = first < 0 && last === 0 ? 0 : to;
  return Array.from({ length: upTo - from + 1 }, (_, i) => from + i);
}
