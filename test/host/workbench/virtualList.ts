import type { Locator, Page } from 'playwright-core';

import type { PageElement } from './pageElement';

/** A row as it stands in a list that keeps only what is in sight. */
export interface Indexed {
  readonly index: number;
}

/**
 * Reads all rows of one of the workbench's lists, scrolling with the wheel where they do not fit.
 * @param list the element with the role `tree` or `listbox`.
 * @param read runs in the page, so it may use nothing but its argument.
 */
export async function readRows<T extends Indexed>(
  list: Locator,
  read: (rows: PageElement[]) => T[],
): Promise<T[]> {
  const found = new Map<number, T>();
  const look = async () => {
    for (const row of await list.locator('.monaco-list-row').evaluateAll(read)) found.set(row.index, row);
  };
  const box = await list.boundingBox();
  const content = await contentHeight(list);
  if (box === null || content <= box.height) await look();
  else {
    const page = list.page();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await wheel(page, -content);
    await look();
    // How far a turn of the wheel goes is the workbench's to say: the end is where nothing new comes.
    for (let idle = 0; idle < 3;) {
      const before = found.size;
      await wheel(page, box.height / 2);
      await look();
      idle = found.size === before ? idle + 1 : 0;
    }
    await wheel(page, -content);
  }
  return [...found.values()].toSorted((left, right) => left.index - right.index);
}

/** The height of all rows together, in pixels. */
async function contentHeight(list: Locator): Promise<number> {
  const style = await list.locator('.monaco-list-rows').getAttribute('style');
  return Number(/height: (\d+(?:\.\d+)?)px/.exec(style ?? '')?.[1] ?? 0);
}

/** Turns the wheel and waits until the page has drawn what came into sight. */
async function wheel(page: Page, pixels: number): Promise<void> {
  await page.mouse.wheel(0, pixels);
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined))))',
  );
}
