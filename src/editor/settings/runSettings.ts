import { workspace } from 'vscode';
import { usualFeatureSettings, type FeatureSettings } from '../../node/features/featureDeps';
import type { RunSettings } from '../../node/host/serverStarts';
import { section, type SettingId } from '../ids';
import { boundedNumber, type NumberId } from './numberBounds';

const mebibyte = 1024 * 1024;

/**
 * How long servers are waited for, and how much is taken from them. A value of a wrong kind counts as not set, and each
 * is kept within its bounds.
 */
export function readRunSettings(): RunSettings {
  const grace = milliseconds('stopGrace');
  return {
    timeouts: {
      initialize: milliseconds('initializeTimeout'),
      request: milliseconds('requestTimeout'),
      hardMaximum: milliseconds('requestTimeoutMaximum'),
    },
    grace: { closeStdinMs: grace, termMs: grace },
    idleAfter: number('idleTimeout') * 60_000,
    messageLimit: number('messageLimit') * mebibyte,
  };
}

/**
 * How long a server waits for the user or a model, and how many tokens an answer may have. Only the tokens can be set.
 */
export function readFeatureSettings(): FeatureSettings {
  return { ...usualFeatureSettings, maxTokens: Math.floor(number('samplingMaxTokens')) };
}

/** Which servers start by themselves; an unknown value counts as `whatRan`. */
export function readAutostart(): 'never' | 'whatRan' | 'all' {
  const value = workspace.getConfiguration(section).get<unknown>('autostart' satisfies SettingId);
  return value === 'never' || value === 'all' ? value : 'whatRan';
}

/** Is the user asked at once about a folder that is added while servers run? */
export function asksWhenFolderAdded(): boolean {
  return workspace.getConfiguration(section).get<unknown>('askWhenFolderAdded' satisfies SettingId) === true;
}

function milliseconds(id: NumberId): number {
  return number(id) * 1000;
}

function number(id: NumberId): number {
  const settings = workspace.getConfiguration(section);
  const fallback = settings.inspect<number>(id)?.defaultValue ?? 0;
  return boundedNumber(id, settings.get<unknown>(id), fallback);
}
