/** Questions for roots that stand in a message which says "ping" to whoever tells letters apart. */
export const smuggled: readonly string[] = [
  '{"jsonrpc":"2.0","id":0,"method":"ping","Method":"roots/list"}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"roots/list"}',
  '{"jsonrpc":"2.0","id":2,"method":"ping","\\u004dethod":"roots/list"}',
  '{"jsonrpc":"2.0","id":3,"method":"ping","method\\u0000":"roots/list"}',
  '[{"jsonrpc":"2.0","id":4,"method":"ping","Method":"roots/list"}]',
  '{"jsonrpc":"2.0","id":5,"method":"ping","method":"roots/list"}',
];
