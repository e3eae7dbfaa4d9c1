/**
 * A schema of a library that speaks Standard Schema: Zod, ArkType, Valibot and others (standardschema.dev). `Input` is the type of the
 * values that the schema takes.
 *
 * A tool takes such a schema if it gives JSON Schema as well, as `~standard.jsonSchema`: Zod from version 4.2, ArkType, and Valibot
 * through `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export interface StandardSchema<Input = unknown> {
  readonly "~standard": {
    readonly version: 1
    /** The library's name. */
    readonly vendor: string
    /** Returns the value, or what is wrong with it, or a promise of either. */
    readonly validate: (value: unknown) => unknown
    /** A type for the compiler alone. */
    readonly types?: { readonly input: Input } | undefined
  }
}
