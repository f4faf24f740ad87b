import type { Node } from 'jsonc-parser';

/**
 * The value of a JSON node. The parser's own function assigns keys one by one, so a key `__proto__` would set the
 * prototype of its object and hide its content; here it is treated like any other key.
 */
export function plainValue({ type, children = [], value }: Node): unknown {
  switch (type) {
    case 'object':
      return Object.fromEntries(
        children.flatMap(({ children: [key, child] = [] }) =>
          key === undefined || child === undefined ? [] : [[String(key.value), plainValue(child)]],
        ),
      );
    case 'array':
      return children.map(plainValue);
    case 'property':
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return value as unknown;
  }
}
