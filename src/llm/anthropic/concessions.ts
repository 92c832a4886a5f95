/** What the API asks to do in another way when it refuses a request that another model would have been granted. */

/** What requests to a model do without. */
export interface Concessions {
  /** Thinking is asked for by effort, whatever the model's name says. */
  noBudget: boolean;
  /** The model always thinks. */
  alwaysThinks: boolean;
  /** Nothing is said of thinking. */
  noThinking: boolean;
  /** The most tokens this model can give. */
  maxTokens: number;
}

const NO_BUDGET = "a thinking budget";
const ALWAYS_THINKS = "thinking turned off";
const NO_THINKING = "thinking";
const LIMIT = "more tokens than ";

/** The name of what this refusal asks for; undefined when it asks for nothing that can be done. */
export function concessionIn(refusal: string): string | undefined {
  const limit = /max_tokens: \d+ > (\d+)/.exec(refusal)?.[1];
  if (limit !== undefined) return LIMIT + limit;
  if (/thinking\.type\.enabled/.test(refusal)) return NO_BUDGET;
  if (/thinking\.type\.disabled/.test(refusal)) return ALWAYS_THINKS;
  return /\bthinking\b/.test(refusal) ? NO_THINKING : undefined;
}

/** What these names mean together. */
export function readConcessions(names: ReadonlySet<string> = new Set()): Concessions {
  const limits = [...names]
    .filter((name) => name.startsWith(LIMIT))
    .map((name) => Number(name.slice(LIMIT.length)));
  return {
    noBudget: names.has(NO_BUDGET),
    alwaysThinks: names.has(ALWAYS_THINKS),
    noThinking: names.has(NO_THINKING),
    maxTokens: Math.min(...limits),
  };
}
