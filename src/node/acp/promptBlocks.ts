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

/** How many characters of a file go into a message; a longer file is only named, and the agent can read it itself. */
const longestEmbedded = 256 * 1024;

/** What of a session judges and reads files that the user attaches. */
export interface Attaching {
  readonly judge: (path: string) => Promise<Judgement>;
  /** Reads a file in the session's folders, or the document with its unsaved changes. */
  readonly read: (path: string) => Promise<WindowAnswer<string>>;
  /** Whether a place is in a folder that the session has at this moment. Does not access the disk. */
  readonly isInside: (path: RealPath) => boolean;
}

/** A message as it is sent to the agent, and what is left out of it. */
export interface PromptMessage {
  readonly blocks: readonly PromptBlock[];
  /** A sentence for each thing that is not sent, fit to be shown to the user. */
  readonly leftOut: readonly string[];
}

interface Taken {
  readonly block: PromptBlock;
  /** Its real path; undefined for what is not a file. */
  readonly at: RealPath | undefined;
}

/**
 * Makes a message from what the user wrote and attached. Of a file outside the folders of the session nothing is sent,
 * neither path nor text nor name: attaching names a folder to the agent, which needs a grant (rule 2). Since reading
 * takes time, the folders are checked again at the end. Images and texts of files are sent only to agents that declare
 * that they take them (ACP, prompt capabilities); otherwise a file is only named, which every agent must understand.
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

/** A message of texts only; undefined where anything else is attached. */
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

/** How texts of the message may name this part. */
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
