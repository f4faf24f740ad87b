import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { BridgeStage } from './bridgeStage';
import type { Effort } from './effort';
import { McpProxy } from './mcpProxy';
import { fasterRow, inTurns, ratioRow, reported, timed, type Row } from './measure';
import { benchServer } from './stage';

const relay = path.join(checkoutRoot(), 'test', 'bench', 'relay.mjs');

/** A client of whichever way to the server. */
interface Caller {
  text(bytes: number): Promise<number>;
}

/**
 * What the way through shim and bridge costs another client, against the server itself, against a bare relay, and
 * against the proxy that people use.
 */
export function measureBridge(effort: Effort): Promise<readonly Row[]> {
  return BridgeStage.on(async (stage) => {
    const socket = path.join(stage.folder, 'relay.sock');
    await stage.process([relay, 'window', socket, benchServer]);
    const relayed = [relay, 'shim', socket];
    const ours = await stage.client(stage.shim);
    const theirs = await stage.client(relayed);
    const direct = await stage.client([benchServer]);
    const many = effort(500, 20);
    const small = await inTurns(effort(20), calls(ours, many, 10), calls(theirs, many, 10));
    const smallDirect = await inTurns(effort(20), calls(ours, many, 10), calls(direct, many, 10));
    const smallProxied = await McpProxy.on(benchServer, stage.folder, (proxied) =>
      inTurns(effort(20), calls(ours, effort(100, 5), 10), calls(proxied, effort(100, 5), 10)),
    );
    const large = await inTurns(effort(9), calls(ours, 1, 1e7), calls(theirs, 1, 1e7));
    const firstAnswer = (args: readonly string[]) => async () => [await timed(() => stage.client(args))];
    const first = await inTurns(effort(5), firstAnswer(stage.shim), firstAnswer(relayed));
    return [
      ratioRow(
        '`tools/call` of another client, through shim and bridge',
        'bare relay of two hops',
        small,
        1.25,
      ),
      reported(ratioRow('the same', 'the server itself over stdio', smallDirect, 1)),
      fasterRow('the same', 'npm package `mcp-proxy`, over HTTP', smallProxied, 8),
      ratioRow('result of 10 MB through shim and bridge', 'bare relay of two hops', large, 1.5),
      reported(
        ratioRow('start of the shim to the answer to `initialize`', 'bare relay of two hops', first, 1),
      ),
    ];
  });
}

function calls(client: Caller, times: number, bytes: number): () => Promise<readonly number[]> {
  return async () => {
    const took: number[] = [];
    for (let i = 0; i < times; i += 1) took.push(await timed(() => client.text(bytes)));
    return took;
  };
}
