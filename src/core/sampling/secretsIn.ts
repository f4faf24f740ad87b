import { looksSecret, namesSecret } from '../secretShape';
import type { SamplingRequest } from './samplingRequest';

/** A private key in the form in which programs keep one (RFC 7468). */
const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

/** A name and what is assigned to it, as in files of settings, headers and JSON. */
const assignment = /([A-Za-z][\w.-]{0,60})["']?\s{0,4}[:=]\s{0,4}["']?((?:bearer |basic )?[^\s"',;]{6,})/gi;

/** Shorter values are words: `password: string`. */
const shortest = 8;

/** What lies between white space, quotes and brackets. */
const separators = /[\s"'`,;(){}[\]<>]+/u;

/** Does a text hold what looks like a secret: a key, a token, a password, a login? A guess: asking once too often is no harm. */
export function holdsSecret(text: string): boolean {
  if (privateKey.test(text)) return true;
  if (text.split(separators).some(isSecret)) return true;
  return [...text.matchAll(assignment)].some(([, name = '', value = '']) => isNamedSecret(name, value));
}

function isSecret(word: string): boolean {
  return looksSecret(word) || looksSecret(word.slice(word.search(/[=:]/) + 1));
}

function isNamedSecret(name: string, value: string): boolean {
  return value.length >= shortest && /[^A-Za-z]/.test(value) && namesSecret(name, value);
}

/** Does anything of a request that goes to a model hold what looks like a secret? */
export function requestHoldsSecret({ systemPrompt, messages, stopSequences }: SamplingRequest): boolean {
  const contents = messages.flatMap(({ content }) => content);
  const texts = contents.flatMap((each) => (each.type === 'text' ? [each.text] : []));
  return [systemPrompt ?? '', ...texts, ...stopSequences].some(holdsSecret);
}
