import { createHmac } from 'node:crypto';

/**
 * Gives the marks that stand for values which are not shown: another value, another mark, and nobody without the key
 * of this installation can try values against one.
 */
export function marksUnder(key: Uint8Array): (variable: string, value: string) => string {
  return (variable, value) =>
    createHmac('sha256', key).update(`value mark\0${variable}\0`).update(value).digest('hex').slice(0, 8);
}
