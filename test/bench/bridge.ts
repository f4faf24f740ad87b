import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { BridgeStage } from './bridgeStage';
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
export function measureBridge(): Promise<readonly Row[]> {
  return BridgeStage.on(async (stage) => {
    const socket = path.join(stage.folder, 'relay.sock');
    await stage.process([relay, 'window', socket, benchServer]);
    const relayed = [relay, 'shim', socket];
    const ours = await stage.client(stage.shim);
    const theirs = await stage.client(relayed);
    const direct = await stage.client([benchServer]);
    const small = await inTurns(20, calls(ours, 500, 10), calls(theirs, 500, 10));
    const smallDirect = await inTurns(20, calls(ours, 500, 10), calls(direct, 500, 10));
    const smallProxied = await McpProxy.on(benchServer, stage.folder, (proxied) =>
      inTurns(20, calls(ours, 100, 10), calls(proxied, 100, 10)),
    );
    const large = await inTurns(9, calls(ours, 1, 1e7), calls(theirs, 1, 1e7));
    const firstAnswer = (args: readonly string[]) => async () => [await timed(() => stage.client(args))];
    const first = await inTurns(5, firstAnswer(stage.shim), firstAnswer(relayed));
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
