import { looksSecret, namesSecret } from '../secretShape';
import type { SamplingRequest } from './samplingRequest';

/** A private key in text form (RFC 7468). */
const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

/** A name with a value assigned to it, as in settings files, headers and JSON. */
const assignment = /([A-Za-z][\w.-]{0,60})["']?\s{0,4}[:=]\s{0,4}["']?((?:bearer |basic )?[^\s"',;]{6,})/gi;

/** Shorter values are taken for ordinary words: `password: string`. */
const shortest = 8;

/** Separate the words of a text: white space, quotes and brackets. */
const separators = /[\s"'`,;(){}[\]<>]+/u;

/**
 * Does a text seem to contain a secret: a key, a token, a password, a login? A guess: asking once too often does no
 * harm.
 */
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

/** Does anything in a request that goes to a model look like a secret? */
export function requestHoldsSecret({ systemPrompt, messages, stopSequences }: SamplingRequest): boolean {
  const contents = messages.flatMap(({ content }) => content);
  const texts = contents.flatMap((each) => (each.type === 'text' ? [each.text] : []));
  return [systemPrompt ?? '', ...texts, ...stopSequences].some(holdsSecret);
}
