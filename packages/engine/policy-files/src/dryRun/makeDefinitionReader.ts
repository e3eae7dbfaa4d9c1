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
