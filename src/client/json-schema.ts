/** What TypeScript knows of a value that fits a JSON Schema. */

/** A JSON Schema, written where it is used so that its words are known. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

interface Simple {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

/** The values that fit a schema, as far as `type`, `enum`, `const`, `properties`, `required`, `items`, `anyOf` and `oneOf` say it. */
export type FromSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer A)[] }
      ? FromSchema<A>
      : S extends { readonly oneOf: readonly (infer A)[] }
        ? FromSchema<A>
        : S extends { readonly type: infer T }
          ? FromType<S, T>
          : S extends { readonly properties: infer P }
            ? FromProperties<P, RequiredOf<S>>
            : unknown;

/** Once for each type, when `type` is a list. */
type FromType<S, T> = T extends readonly (infer One)[]
  ? FromType<S, One>
  : T extends keyof Simple
    ? Simple[T]
    : T extends "array"
      ? S extends { readonly items: infer I }
        ? FromSchema<I>[]
        : unknown[]
      : T extends "object"
        ? S extends { readonly properties: infer P }
          ? FromProperties<P, RequiredOf<S>>
          : { [name: string]: unknown }
        : unknown;

type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

type FromProperties<P, R> = Flat<
  { -readonly [K in keyof P as K extends R ? K : never]: FromSchema<P[K]> } & {
    -readonly [K in keyof P as K extends R ? never : K]?: FromSchema<P[K]>;
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };
