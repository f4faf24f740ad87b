import * as z from 'zod/mini';
import { displayText } from '../text';
import {
  readOpeningSettings,
  readOptions,
  type AgentOption,
  type OpeningSettings,
} from './conversation/agentSettings';
import { readAuthMethods, type AuthMethod } from './authMethod';

/** The version of the protocol that is spoken here. */
export const acpVersion = 1;

/** What an agent declares in its answer to `initialize`. */
export interface AgentAbilities {
  /** Takes further folders besides the working directory: `sessionCapabilities.additionalDirectories`. */
  readonly additionalDirectories: boolean;
  readonly load: boolean;
  readonly resume: boolean;
  readonly list: boolean;
  readonly close: boolean;
  /** Not part of the stable protocol. */
  readonly fork: boolean;
  /** Lets its user sign out. */
  readonly logout: boolean;
  /** Takes images in a message: `promptCapabilities.image`. */
  readonly images: boolean;
  /** Takes the text of files in a message: `promptCapabilities.embeddedContext`; else they are only named. */
  readonly embeds: boolean;
}

/** An agent that has answered `initialize`. */
export interface IntroducedAgent {
  /** What it calls itself, fit to be shown. */
  readonly identity: string;
  readonly abilities: AgentAbilities;
  /** How its user can sign in, in its order. */
  readonly authMethods: readonly AuthMethod[];
}

/** The value of a valid answer, or why the answer is not valid. The ACP library does not check answers. */
export type Understood<T> =
  { readonly kind: 'understood'; readonly value: T } | { readonly kind: 'wrong'; readonly why: string };

/** `{}` says yes; left out and `null` both say no (ACP, capabilities). */
const marker = z.optional(z.nullable(z.looseObject({})));
const flag = z.optional(z.nullable(z.boolean()));
const optionalText = z.optional(z.nullable(z.string()));

const initializeAnswer = z.looseObject({
  protocolVersion: z.number(),
  agentInfo: z.optional(
    z.nullable(z.looseObject({ name: z.string(), title: optionalText, version: optionalText })),
  ),
  agentCapabilities: z.optional(
    z.nullable(
      z.looseObject({
        loadSession: z.optional(z.nullable(z.boolean())),
        promptCapabilities: z.optional(z.nullable(z.looseObject({ image: flag, embeddedContext: flag }))),
        auth: z.optional(z.nullable(z.looseObject({ logout: marker }))),
        sessionCapabilities: z.optional(
          z.nullable(
            z.looseObject({
              additionalDirectories: marker,
              resume: marker,
              list: marker,
              close: marker,
              fork: marker,
            }),
          ),
        ),
      }),
    ),
  ),
});

/** Session ids are written into records. */
const longestSessionId = 1024;

const newAnswer = z.looseObject({
  sessionId: z.string().check(z.minLength(1), z.maxLength(longestSessionId)),
});

const promptAnswer = z.looseObject({ stopReason: z.string() });

/** Reads the answer to `initialize`. */
export function readInitializeAnswer(answer: unknown): Understood<IntroducedAgent> {
  const parsed = z.safeParse(initializeAnswer, answer);
  if (!parsed.success) return wrong('initialize', parsed.error);
  const { protocolVersion, agentInfo, agentCapabilities } = parsed.data;
  if (protocolVersion !== acpVersion) {
    const why = `it speaks version ${displayText(String(protocolVersion), 20)} of ACP; version ${acpVersion} is needed`;
    return { kind: 'wrong', why };
  }
  const session = agentCapabilities?.sessionCapabilities;
  const prompt = agentCapabilities?.promptCapabilities;
  const has = (capability: object | null | undefined) => capability !== undefined && capability !== null;
  const name = [agentInfo?.title ?? agentInfo?.name ?? 'an unnamed agent', agentInfo?.version ?? ''];
  return understood({
    identity: displayText(name.join(' ').trim(), 80),
    abilities: {
      additionalDirectories: has(session?.additionalDirectories),
      load: agentCapabilities?.loadSession === true,
      resume: has(session?.resume),
      list: has(session?.list),
      close: has(session?.close),
      fork: has(session?.fork),
      logout: has(agentCapabilities?.auth?.logout),
      images: prompt?.image === true,
      embeds: prompt?.embeddedContext === true,
    },
    authMethods: readAuthMethods(parsed.data['authMethods']),
  });
}

/** A session that an agent has begun. */
export interface BegunSession {
  /** The id that the agent gave it. */
  readonly sessionId: string;
  readonly settings: OpeningSettings;
}

/** Reads the answer to `session/new`: the id of the new session, and what can be set for it. */
export function readNewAnswer(answer: unknown): Understood<BegunSession> {
  return readBegunSession('session/new', answer);
}

/** Reads the answer to `session/fork`: the id of the new session, and what can be set for it. */
export function readForkAnswer(answer: unknown): Understood<BegunSession> {
  return readBegunSession('session/fork', answer);
}

function readBegunSession(method: string, answer: unknown): Understood<BegunSession> {
  const parsed = z.safeParse(newAnswer, answer);
  if (!parsed.success) return wrong(method, parsed.error);
  return understood({ sessionId: parsed.data.sessionId, settings: readOpeningSettings(parsed.data) });
}

/** Reads the answer to `session/load` and `session/resume`: what can be set. Any answer is valid. */
export function readReopenAnswer(answer: unknown): Understood<OpeningSettings> {
  return understood(typeof answer === 'object' && answer !== null ? readOpeningSettings(answer) : {});
}

const optionsAnswer = z.looseObject({ configOptions: z.array(z.unknown()) });

/** Reads the answer to `session/set_config_option`: all options as they are now. */
export function readOptionsAnswer(answer: unknown): Understood<readonly AgentOption[]> {
  const parsed = z.safeParse(optionsAnswer, answer);
  return parsed.success
    ? understood(readOptions(parsed.data.configOptions))
    : wrong('session/set_config_option', parsed.error);
}

/** Reads the answer to `session/prompt`: its stop reason, fit to be shown. */
export function readPromptAnswer(answer: unknown): Understood<string> {
  const parsed = z.safeParse(promptAnswer, answer);
  return parsed.success
    ? understood(displayText(parsed.data.stopReason, 40))
    : wrong('session/prompt', parsed.error);
}

function understood<T>(value: T): Understood<T> {
  return { kind: 'understood', value };
}

function wrong(method: string, { issues: [issue] }: z.core.$ZodError): Understood<never> {
  const at = (issue?.path ?? []).map(String).join('.');
  const where = at === '' ? '' : ` at "${displayText(at, 80)}"`;
  return { kind: 'wrong', why: `its answer to "${method}" is malformed${where}` };
}
