const pattern = /^([0-9a-f]{16})-\d{6}\.jsonl$/;

/** The name of a window's file of the record; its files are in order by their names. */
export function nameOfFile(window: string, number: number): string {
  return `${window}-${String(number).padStart(6, '0')}.jsonl`;
}

/** The window that wrote this file of the record; undefined when it is no such file. */
export function windowOfFile(name: string): string | undefined {
  return pattern.exec(name)?.[1];
}

export function isDisclosureFile(name: string): boolean {
  return pattern.test(name);
}
