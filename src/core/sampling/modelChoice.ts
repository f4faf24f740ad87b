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

/** A model, and why it was chosen, in words. */
export interface ModelChoice {
  readonly model: OfferedModel;
  readonly why: string;
}

/** Words in the names of small models. */
const smallOnes = /\b(?:mini|nano|small|lite|flash|haiku|fast)\b/i;

/**
 * Chooses the model for a request. The first hint that any model's id, family or name contains decides which models are
 * considered, else all are. Of these, a small one is preferred where cost or speed weighs more than intelligence, else
 * a large one; then the one that takes the most tokens (MCP, client/sampling, model preferences: hints are advisory,
 * the client decides).
 * @returns undefined when there is no model
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
  const why = preferences.hints.length > 0 ? 'no model is called as the server asks' : 'no preferred model';
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
