import type { Decision, Fingerprint } from '../../core/consent/decision';
import type { WindowState } from '../../core/ports';
import { asRealPath } from '../../core/roots/realPath';
import type { Json } from './signature';

/** A window's state as JSON. */
export function windowStateToJson({ sessionDecisions, running }: WindowState): Json {
  return {
    running,
    sessionDecisions: sessionDecisions.map(({ server, folder, verdict, decidedAt }) => ({
      server,
      folder,
      verdict,
      decidedAt,
    })),
  };
}

/** Reads back what `windowStateToJson` made; nothing when any part of it is anything else. */
export function parseWindowState(json: Json | undefined): WindowState | undefined {
  if (!isObject(json)) return undefined;
  const { running, sessionDecisions } = json;
  if (!Array.isArray(running) || !Array.isArray(sessionDecisions)) return undefined;
  const servers = running.filter((id) => typeof id === 'string');
  const decisions = sessionDecisions.map(parseSessionDecision).filter((decision) => decision !== undefined);
  if (servers.length < running.length || decisions.length < sessionDecisions.length) return undefined;
  return { running: servers, sessionDecisions: decisions };
}

function parseSessionDecision(json: Json): Decision | undefined {
  if (!isObject(json)) return undefined;
  const { server, folder, verdict, decidedAt } = json;
  if (typeof server !== 'string' || typeof folder !== 'string' || typeof decidedAt !== 'number')
    return undefined;
  if (verdict !== 'allow' && verdict !== 'deny') return undefined;
  return {
    server: server as Fingerprint,
    folder: asRealPath(folder),
    verdict,
    duration: 'session',
    decidedAt,
  };
}

function isObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
