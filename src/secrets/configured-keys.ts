/** The keys an environment holds. */
import { PROVIDER_KEY_VARIABLES } from "./child-environment.ts";

/** The values of the usual key variables and of the `extra` ones; what is not set is left out. */
export function configuredKeys(
  environment: Readonly<Record<string, string | undefined>>,
  extra: readonly string[] = [],
): string[] {
  return [...PROVIDER_KEY_VARIABLES, ...extra].flatMap((name) => environment[name] ?? []);
}
