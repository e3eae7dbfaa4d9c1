import type { JsonObject, Refused, Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { definedTool } from "./definedTool.ts"
import { definitionSchema } from "./requestSchema.ts"
import type { Validator } from "./Validator.ts"

/** The name of a tool, and the subject of sentences about its definition. */
interface Defined {
  readonly name: string
  readonly called: string
}

/**
 * Returns a function that reads the definition in a request of a dry run, and makes the tool that the definition
 * describes. The function fails with the problems of the definition. Whether the tool can be registered is up to the
 * registry.
 */
export const definitionReader = ({
  reader
}: Pick<Validator, "reader">): ((defined: Defined, definition: JsonObject) => Effect.Effect<Tool, Refused>) => {
  const about = reader(definitionSchema)
  return ({ name, called }, definition) =>
    Effect.map(about({ called, are: "is", instead: "{}" })({ args: definition }), (read) => definedTool(name, read))
}
