/** What the demo is, in its own first words and in the list of models. */
export const DEMO_DESCRIPTION = "built-in demo, a script and no language model";
