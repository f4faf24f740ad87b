/** Matches the names of a path below some directory, one after the other. */
export type Glob = (names: readonly string[]) => boolean;

/** A pattern that cannot be used; the message says why, as the end of a sentence. */
export class GlobFault extends Error {
  override readonly name = 'GlobFault';
}

/** What one character may be; `any run` stands for any number of any characters. */
type Token = 'any run' | ((character: string) => boolean);
/** What one name may be; `any depth` stands for any number of any names. */
type Segment = 'any depth' | readonly Token[];

/** That braces may multiply to. */
const mostAlternatives = 256;

/**
 * Compiles a glob: `*` and `?` within a name, `**` for any number of directories, `[a-z]` and `[!a-z]`, `{a,b}`, `\` to
 * take a character as it is. A name that begins with a dot is a name like any other; a pattern without `/` is looked
 * for at any depth. Matching takes time in proportion to pattern times path: no pattern can hang the server, as one
 * that becomes a regular expression could.
 * @throws {GlobFault}
 */
export function compileGlob(pattern: string): Glob {
  const whole = pattern.includes('/') ? pattern.replace(/^\.?\//u, '') : `**/${pattern}`;
  const alternatives = expandBraces(whole).map((each) => {
    const segments = each.split('/').filter(Boolean);
    // At the end, all that lies inside, not the directory itself.
    if (segments.at(-1) === '**') segments.push('*');
    return segments.map(compileSegment);
  });
  return (names) => alternatives.some((segments) => matchesRuns(segments, names, 'any depth', matchesName));
}

function compileSegment(segment: string): Segment {
  if (segment === '**') return 'any depth';
  const tokens: Token[] = [];
  const characters = Array.from(segment);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (end !== -1) {
      tokens.push(compileSet(characters.slice(at + 1, end)));
      at = end;
    } else if (character === '*') tokens.push('any run');
    else if (character === '?') tokens.push(() => true);
    else {
      if (character === '\\') at += 1;
      const literal = characters[at] ?? character;
      tokens.push((other) => other === literal);
    }
  }
  return tokens;
}

/** The inside of square brackets: single characters and ranges, `!` or `^` in front for all others. */
function compileSet(inside: readonly string[]): Token {
  const negated = inside[0] === '!' || inside[0] === '^';
  const members = negated ? inside.slice(1) : inside;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

function matchesName(segment: Segment, name: string): boolean {
  if (segment === 'any depth') return true;
  const matches = (token: Token, character: string) => token === 'any run' || token(character);
  return matchesRuns(segment, Array.from(name), 'any run', matches);
}

/** Matches items against a pattern in which `run` stands for any number of them. Going back to the last run is enough. */
function matchesRuns<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  run: P,
  matches: (each: P, item: I) => boolean,
): boolean {
  let [at, item, lastRun, runEnd] = [0, 0, -1, 0];
  while (item < items.length) {
    const each = pattern[at];
    if (each === run) {
      lastRun = at;
      runEnd = item;
      at += 1;
    } else if (each !== undefined && matches(each, items[item] as I)) {
      at += 1;
      item += 1;
    } else if (lastRun !== -1) {
      at = lastRun + 1;
      runEnd += 1;
      item = runEnd;
    } else return false;
  }
  return pattern.slice(at).every((each) => each === run);
}

/** `a{b,c}d` as `abd` and `acd`; braces without a comma stand for themselves. */
function expandBraces(pattern: string): readonly string[] {
  let done: readonly string[] = [''];
  for (let at = 0; at < pattern.length;) {
    const group = braceGroup(pattern, at);
    const end = group?.end ?? at + (pattern[at] === '\\' ? 2 : 1);
    const choices = group ? group.choices.flatMap(expandBraces) : [pattern.slice(at, end)];
    if (done.length * choices.length > mostAlternatives) {
      throw new GlobFault(`has more than ${mostAlternatives} alternatives`);
    }
    done = done.flatMap((start) => choices.map((choice) => start + choice));
    at = end;
  }
  return done;
}

function braceGroup(pattern: string, start: number): { choices: readonly string[]; end: number } | undefined {
  if (pattern[start] !== '{') return undefined;
  const choices: string[] = [];
  let [depth, choiceStart] = [0, start + 1];
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0 || (depth === 1 && character === ',')) {
      choices.push(pattern.slice(choiceStart, at));
      choiceStart = at + 1;
    }
    if (depth === 0) return choices.length > 1 ? { choices, end: at + 1 } : undefined;
  }
  return undefined;
}
