import type { JsonObject, Refused, Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { buildDefinedTool } from "./buildDefinedTool.ts"
import { definitionSchema } from "./requestSchema.ts"
import type { Validator } from "./Validator.ts"

/** The name of a tool, and the subject of sentences about its definition. */
interface Defined {
  readonly name: string
  readonly called: string
}

/**
 * Makes a function that builds a tool from the definition in a dry-run request, or fails with the definition's
 * problems. The registry decides whether the tool can be registered.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeDefinitionReader } from "@toolgate/policy-files"
 * import { validator } from "@toolgate/registry"
 * import * as Effect from "effect/Effect"
 *
 * const read = makeDefinitionReader(await Effect.runPromise(validator))
 * const about = { name: "deploy", called: "The definition" }
 * const { sideEffects } = await Effect.runPromise(read(about, { side_effects: "NETWORK" }))
 * assert.equal(sideEffects, "NETWORK")
 * const { why } = await Effect.runPromise(Effect.flip(read(about, { side_effects: "SOME" })))
 * assert.equal(why, "InvalidArgs")
 * ```
 */
export const makeDefinitionReader = ({
  reader
}: Pick<Validator, "reader">): ((defined: Defined, definition: JsonObject) => Effect.Effect<Tool, Refused>) => {
  const about = reader(definitionSchema)
  return ({ name, called }, definition) =>
    Effect.map(about({ called, are: "is", instead: "{}" })({ args: definition }), (read) =>
      buildDefinedTool(name, read)
    )
}
