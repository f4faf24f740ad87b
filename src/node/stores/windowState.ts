import type { Decision, Duration, Fingerprint, Withdrawal } from '../../core/consent/decision';
import type { WindowState } from '../../core/consent/windowLease';
import { asRealPath } from '../../core/roots/realPath';
import { identityFields, parseIdentity } from './identityFields';
import type { Fields, Json } from './signature';

/** Is there nothing to hand on? */
export function isEmpty(state: WindowState): boolean {
  return Object.values(state).every((each: readonly unknown[]) => each.length === 0);
}

/** A window's state as JSON. */
export function windowStateToJson({
  sessionDecisions,
  unkept,
  revoked,
  sampling,
  running,
}: WindowState): Json {
  return {
    running,
    sampling,
    sessionDecisions: sessionDecisions.map(toJson),
    unkept: unkept.map(toJson),
    revoked: revoked.map((each) => ({ ...toJson(each), duration: each.duration })),
  };
}

/** Reads back what `windowStateToJson` made; nothing when any part of it is anything else. */
export function parseWindowState(json: Json | undefined): WindowState | undefined {
  if (!isObject(json)) return undefined;
  // Earlier versions wrote nothing of sampling.
  const { running, sampling = [], sessionDecisions, unkept, revoked } = json;
  if (!isList(running) || !isList(sessionDecisions) || !isList(unkept) || !isList(revoked)) return undefined;
  if (!isList(sampling)) return undefined;
  const servers = running.filter((id) => typeof id === 'string');
  const unasked = sampling.flatMap((server) => (typeof server === 'string' ? (server as Fingerprint) : []));
  const decisions = sessionDecisions.flatMap((each) => parseWord(each, 'session') ?? []).filter(isDecision);
  const taken = unkept.flatMap((each) => parseWord(each, 'always') ?? []).filter(isTaken);
  if (servers.length < running.length || unasked.length < sampling.length) return undefined;
  if (decisions.length < sessionDecisions.length) return undefined;
  if (taken.length < unkept.length) return undefined;
  const restorable = revoked.flatMap((each) => parseWord(each, durationOf(each)) ?? []).filter(isDecision);
  if (restorable.length < revoked.length) return undefined;
  return {
    running: servers,
    sampling: unasked,
    sessionDecisions: decisions,
    unkept: taken,
    revoked: restorable,
  };
}

function durationOf(json: Json): Duration {
  return isObject(json) && json['duration'] === 'always' ? 'always' : 'session';
}

function toJson({ server, folder, verdict, decidedAt, ...more }: Decision | Withdrawal): Fields {
  return { server, folder, verdict, decidedAt, ...identityFields(more) };
}

function isDecision(word: Decision | Withdrawal): word is Decision {
  return word.verdict !== 'undecided';
}

function isTaken({ verdict }: Decision | Withdrawal): boolean {
  return verdict !== 'allow';
}

function parseWord(json: Json, duration: Duration): Decision | Withdrawal | undefined {
  if (!isObject(json)) return undefined;
  const { server, folder, verdict, decidedAt, identity } = json;
  if (typeof server !== 'string' || typeof folder !== 'string' || typeof decidedAt !== 'number')
    return undefined;
  const pair = { server: server as Fingerprint, folder: asRealPath(folder), decidedAt };
  if (verdict === 'undecided') return { ...pair, verdict };
  const meant = parseIdentity(identity);
  if (meant === undefined) return undefined;
  return verdict === 'allow' || verdict === 'deny' ? { ...pair, verdict, duration, ...meant } : undefined;
}

function isObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}
