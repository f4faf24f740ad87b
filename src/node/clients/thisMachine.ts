import { homedir } from 'node:os';
import path from 'node:path';
import type { Machine } from '../../core/clients/knownClient';

/** The machine that this runs on. */
export const thisMachine: Machine = {
  platform: process.platform,
  path,
  home: homedir(),
  env: process.env,
};
