import { realpath } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseAgents } from '../../src/core/acp/parseAgents';
import { asRealPath } from '../../src/core/roots/realPath';
import type { ManagedAgent } from '../../src/node/acp/managedAgent';
import { checkoutRoot } from '../host/checkout';
import { startBareAgentClient } from './bareAgentClient';
import type { Effort } from './effort';
import { inTurns, ratioRow, reported, timed, type Row } from './measure';
import { onStage, type Stage } from './stage';

const native = promisify(realpath.native);
const benchAgent = path.join(checkoutRoot(), 'test', 'bench', 'agent.mjs');

/** Has an agent take a turn, and keeps what it heard of it. */
class Prompter {
  heard: string[] = [];
  readonly #prompt: (text: string) => Promise<unknown>;

  constructor(prompt: (text: string) => Promise<unknown>) {
    this.#prompt = prompt;
  }

  async turn(wish: object): Promise<readonly string[]> {
    this.heard = [];
    await this.#prompt(JSON.stringify(wish));
    return this.heard;
  }
}

/** What a turn of an agent costs against the library's own client, and what its files do. */
export function measureAgents(effort: Effort): Promise<readonly Row[]> {
  // How many updates the agent streams in a turn.
  const many = effort(10_000, 100);
  return onStage(async (stage) => {
    const folders = await stage.folders(Array.from({ length: 50 }, (_, i) => `folder-${i}`));
    const deep = path.join(folders.at(-1) ?? '', ...'abcdefghi'.split(''));
    await mkdir(deep, { recursive: true });
    const file = path.join(deep, 'file.txt');
    await writeFile(file, 'a line of text\n');
    const agent = await start(stage, folders);
    const session = await agent.sessions.begin();
    const ours = new Prompter((text) => agent.sessions.prompt(session.id, text));
    const listening = agent.onDidUpdate(({ update: { content } }) => ours.heard.push(textOf(content)));
    const hear = (text: string) => theirs.heard.push(text);
    const bare = await startBareAgentClient(benchAgent, folders[0] ?? '', hear);
    const theirs = new Prompter((text) => bare.prompt(text));
    try {
      const turns = await inTurns(
        effort(40),
        promptTimes(ours, effort(50, 5)),
        promptTimes(theirs, effort(50, 5)),
      );
      const streamed = await inTurns(effort(9), streamTimes(ours, many), streamTimes(theirs, many));
      const reads = await inTurns(effort(20), readTimes(ours, file), readTimes(theirs, file));
      const judged = await inTurns(
        effort(40),
        () => times(effort(100, 10), () => session.judge(file)),
        () => times(effort(100, 10), () => native(file)),
      );
      const client = 'bare client of the ACP library';
      return [
        ratioRow('`session/prompt` round trip', client, turns, 1.1),
        ratioRow(`${many.toLocaleString('en')} updates streamed in a turn`, client, streamed, 1.1),
        ratioRow(
          'path of an agent judged, existing, 10 levels deep, 50 roots',
          'one native `realpath`',
          judged,
          2,
        ),
        reported(ratioRow('`fs/read_text_file` of that path, answered', `${client}, any path`, reads, 1)),
      ];
    } finally {
      listening.dispose();
      bare.close();
    }
  });
}

/** An agent that may see all of these folders, running. */
async function start(stage: Stage, folders: readonly string[]): Promise<ManagedAgent> {
  const { host } = stage;
  await stage.setFolders(folders);
  const entry = { command: process.execPath, args: [benchAgent] };
  await host.supervisor.agents.configure(parseAgents({ bench: entry }, { kind: 'user' }));
  const [agent] = host.supervisor.agents.all;
  if (agent?.prepared === undefined) throw new Error('No agent was configured.');
  const { fingerprint } = agent.prepared;
  await host.consent.approvals.approve(agent.prepared);
  const folder = asRealPath(path.dirname(folders[0] ?? ''));
  await host.consent.ledger.decide([{ server: fingerprint, folder, verdict: 'allow' }], 'session');
  await host.supervisor.agents.start(agent);
  if (agent.state.kind !== 'running') throw new Error(JSON.stringify(agent.state));
  return agent;
}

function promptTimes(side: Prompter, count: number): () => Promise<readonly number[]> {
  return () => times(count, () => side.turn({}));
}

function streamTimes(side: Prompter, many: number): () => Promise<readonly number[]> {
  return async () => {
    const took = await timed(() => side.turn({ updates: many }));
    if (side.heard.length !== many) throw new Error(`${side.heard.length} updates were heard.`);
    return [took];
  };
}

/** Milliseconds of so many reads, as the agent itself timed them. */
function readTimes(side: Prompter, file: string): () => Promise<readonly number[]> {
  return async () => {
    const [took = '[]'] = await side.turn({ read: file, times: 100 });
    return JSON.parse(took) as number[];
  };
}

async function times(count: number, run: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let i = 0; i < count; i += 1) took.push(await timed(run));
  return took;
}

function textOf(content: unknown): string {
  return typeof content === 'object' && content !== null && 'text' in content ? String(content.text) : '';
}
