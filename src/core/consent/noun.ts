/** What the settings define: a server, which speaks MCP, or an agent, which speaks ACP. */
export type Noun = 'server' | 'agent';

/** The noun with its article. */
export function aOne(noun: Noun): string {
  return noun === 'server' ? 'a server' : 'an agent';
}

/** Any one of these, with its article; of none of them, a server. */
export function aOneOf(nouns: Iterable<Noun>): string {
  const [first, second] = new Set(nouns);
  return second === undefined ? aOne(first ?? 'server') : 'a server or agent';
}

/** What all of these are called: `servers`, `agents`, or both. */
export function nounsText(nouns: Iterable<Noun>): string {
  const [first, second] = new Set(nouns);
  return second === undefined ? `${first ?? 'server'}s` : 'servers and agents';
}
