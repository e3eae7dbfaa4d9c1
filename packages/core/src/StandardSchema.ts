/**
 * A schema of a Standard Schema library: Zod, ArkType, Valibot and others (standardschema.dev). `Input` is the type of the
 * accepted values.
 *
 * The schema has to offer JSON Schema as well, as `~standard.jsonSchema`: Zod from version 4.2, ArkType, and Valibot
 * through `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export interface StandardSchema<Input = unknown> {
  readonly "~standard": {
    readonly version: 1
    /** The library's name. */
    readonly vendor: string
    /** Returns the value, its issues, or a promise of either. */
    readonly validate: (value: unknown) => unknown
    /** For the compiler only. */
    readonly types?: { readonly input: Input } | undefined
  }
}
