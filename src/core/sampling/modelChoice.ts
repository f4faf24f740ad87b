import type { ModelPreferences } from './samplingRequest';

/** A language model that the editor offers. */
export interface OfferedModel {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  /** How many tokens it takes in one request. */
  readonly maxInputTokens: number;
}

/** A model, and why it was taken. */
export interface ModelChoice {
  readonly model: OfferedModel;
  readonly why: string;
}

/** Names by which vendors tell their small models from the large ones. */
const smallOnes = /\b(?:mini|nano|small|lite|flash|haiku|fast)\b/i;

/**
 * The model for a request: hints first, in their order, each part of an id, a family or a name; among several models,
 * a small one where cost and speed weigh more than intelligence, else the one that takes the most (MCP,
 * client/sampling, model preferences: hints are advisory, the client decides).
 * @returns undefined when none is offered
 */
export function chooseModel(
  models: readonly OfferedModel[],
  preferences: ModelPreferences,
): ModelChoice | undefined {
  for (const hint of preferences.hints) {
    const meant = models.filter((model) => isMeant(model, hint));
    const model = best(meant, preferences);
    if (model !== undefined) return { model, why: `the server asks for “${hint}”` };
  }
  const model = best(models, preferences);
  if (model === undefined) return undefined;
  if (prefersSmall(preferences)) return { model, why: 'the server prefers cheap and fast to intelligent' };
  const why =
    preferences.hints.length > 0 ? 'no model is called as the server asks' : 'the server has no wish';
  return { model, why };
}

function isMeant({ id, family, name }: OfferedModel, hint: string): boolean {
  const text = hint.toLowerCase();
  return [id, family, name].some((each) => each.toLowerCase().includes(text));
}

function best(models: readonly OfferedModel[], preferences: ModelPreferences): OfferedModel | undefined {
  const small = prefersSmall(preferences);
  const fit = models.filter(({ name, family }) => smallOnes.test(`${name} ${family}`) === small);
  return [...(fit.length > 0 ? fit : models)].sort((a, b) => b.maxInputTokens - a.maxInputTokens)[0];
}

function prefersSmall(preferences: ModelPreferences): boolean {
  return Math.max(preferences.costPriority, preferences.speedPriority) > preferences.intelligencePriority;
}
