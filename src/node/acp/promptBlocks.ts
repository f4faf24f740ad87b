import path from 'node:path';
import type { AgentAbilities } from '../../core/acp/agentAnswers';
import {
  selectedText,
  withoutMentions,
  type FilePart,
  type PromptBlock,
  type PromptPart,
} from '../../core/acp/conversation/promptBlock';
import type { Judgement } from '../../core/roots/containment';
import { toFileUri } from '../../core/roots/fileUri';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { nodeDisk } from '../paths/nodeDisk';
import type { WindowAnswer } from './windowAnswer';

/** Characters of a file that go into a message; where they are more it is only named, for the agent to read itself. */
const longestEmbedded = 256 * 1024;

/** What of a session judges and reads what the user attaches. */
export interface Attaching {
  readonly judge: (path: string) => Promise<Judgement>;
  /** Reads a file of the session's folders, or the document that the user has changed. */
  readonly read: (path: string) => Promise<WindowAnswer<string>>;
  /** Does the place lie in a folder that the session has at this moment? Asks nobody. */
  readonly isInside: (path: RealPath) => boolean;
}

/** A message as it goes to the agent, and what of it does not. */
export interface PromptMessage {
  readonly blocks: readonly PromptBlock[];
  /** A sentence for each thing that is not sent, fit to be shown to the user. */
  readonly leftOut: readonly string[];
}

interface Taken {
  readonly block: PromptBlock;
  /** Where it really lies; undefined for what is no file. */
  readonly at: RealPath | undefined;
}

/**
 * A message out of what the user wrote and attached. A file that does not lie in a folder of the session is not sent,
 * neither its path nor its text nor its name: attaching names a folder to the agent, and that takes a grant (rule 2).
 * What was judged is looked at once more at the end, since reading takes time. Images and the text of files go only to
 * an agent that says it takes them (ACP, prompt capabilities); else a file is only named, as every agent must
 * understand it.
 */
export async function promptMessage(
  parts: readonly PromptPart[],
  session: Attaching,
  abilities: Pick<AgentAbilities, 'images' | 'embeds'>,
): Promise<PromptMessage> {
  const read = await Promise.all(
    parts.map(async (part) => ({ part, taken: await take(part, session, abilities) })),
  );
  const kept: Taken[] = [];
  const leftOut: string[] = [];
  const mentions: string[] = [];
  for (const { part, taken } of read) {
    const why = typeof taken === 'string' ? taken : whyNotNow(taken, session);
    if (typeof taken !== 'string' && why === undefined) kept.push(taken);
    else {
      leftOut.push(`Not sent: ${nameOf(part)}, ${why}`);
      mentions.push(...mentionsOf(part));
    }
  }
  const blocks = kept.map(({ block }) =>
    block.type === 'text' ? { ...block, text: withoutMentions(block.text, mentions) } : block,
  );
  return { blocks, leftOut };
}

/** A message out of texts alone; undefined where something is attached. */
export function plainMessage(parts: readonly PromptPart[]): PromptMessage | undefined {
  const blocks = parts.flatMap((part) => (part.kind === 'text' ? { type: part.kind, text: part.text } : []));
  return blocks.length === parts.length ? { blocks, leftOut: [] } : undefined;
}

const outside = 'which does not lie in a folder of this session.';

/** @returns the block, or why there is none */
async function take(
  part: PromptPart,
  session: Attaching,
  { images, embeds }: Pick<AgentAbilities, 'images' | 'embeds'>,
): Promise<Taken | string> {
  switch (part.kind) {
    case 'text':
      return { block: { type: 'text', text: part.text }, at: undefined };
    case 'elsewhere':
      return 'which is no file of this machine.';
    case 'image': {
      if (!images) return 'since this agent takes no images.';
      return { block: { type: 'image', mimeType: part.mimeType, data: part.data }, at: undefined };
    }
    case 'file': {
      const at = await insideOf(part.path, session);
      if (at === undefined) return outside;
      return (embeds ? await embedded(at, part, session) : undefined) ?? link(at, part);
    }
  }
}

async function insideOf(given: string, session: Attaching): Promise<RealPath | undefined> {
  const judgement = await session.judge(given);
  return judgement.verdict === 'allow' && judgement.entry !== undefined ? judgement.realPath : undefined;
}

async function embedded(at: RealPath, part: FilePart, session: Attaching): Promise<Taken | undefined> {
  const uri = addressOf(at, part);
  if (uri === undefined) return undefined;
  const whole = await session.read(at);
  if (whole.kind !== 'done') return undefined;
  const text = part.selection === undefined ? whole.value : selectedText(whole.value, part.selection);
  if (text === undefined || text.length > longestEmbedded) return undefined;
  return { block: { type: 'resource', resource: { uri, text } }, at };
}

function link(at: RealPath, part: FilePart): Taken | string {
  const uri = addressOf(at, part);
  if (uri === undefined) return 'which has no address that surely means it.';
  const { selection: lines } = part;
  const name = `${path.basename(at)}${lines === undefined ? '' : ` (lines ${lines.first} to ${lines.last})`}`;
  return { block: { type: 'resource_link', name, uri }, at };
}

function addressOf(at: RealPath, { selection: lines }: FilePart): string | undefined {
  const uri = toFileUri(at, nodeDisk.flavour);
  return uri === undefined || lines === undefined ? uri : `${uri}#L${lines.first}:${lines.last}`;
}

function whyNotNow({ at }: Taken, { isInside }: Attaching): string | undefined {
  return at === undefined || isInside(at) ? undefined : outside;
}

/** What would tell of it in a text. */
function mentionsOf(part: PromptPart): readonly string[] {
  switch (part.kind) {
    case 'file':
      return [part.mention ?? '', part.path];
    case 'image':
      return [part.mention ?? ''];
    case 'elsewhere':
      return [part.mention ?? '', part.given];
    case 'text':
      return [];
  }
}

function nameOf(part: PromptPart): string {
  switch (part.kind) {
    case 'file':
      return displayText(part.path, 300);
    case 'image':
      return 'an image';
    case 'elsewhere':
      return displayText(part.given, 300);
    case 'text':
      return 'a text';
  }
}
