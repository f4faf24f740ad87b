import { createHmac } from 'node:crypto';

/**
 * Makes the marks that stand for values which are not shown. Another value gets another mark, and without the key of
 * this installation nobody can test a guessed value against a mark.
 */
export function marksUnder(key: Uint8Array): (variable: string, value: string) => string {
  return (variable, value) =>
    createHmac('sha256', key).update(`value mark\0${variable}\0`).update(value).digest('hex').slice(0, 8);
}
