/** What code that runs in the page uses of an element; the compiler does not see the browser's own types here. */
export interface PageElement {
  readonly textContent: string | null;
  readonly className: string;
  /** Rows are recycled: what a row does not have stays in it, hidden, from the row before. */
  checkVisibility(): boolean;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
