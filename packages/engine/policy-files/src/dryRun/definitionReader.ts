import type { JsonObject, Refused, Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { definedTool } from "./definedTool.ts"
import { definitionSchema } from "./requestSchema.ts"
import type { Validator } from "./Validator.ts"

/** A tool's name, and its definition as the subject of a sentence. */
interface Defined {
  readonly name: string
  readonly called: string
}

/**
 * Reads a tool's definition as a request of a dry run has one, and makes the tool that it describes. Fails with what is wrong with
 * it; whether the tool can be registered is for the registry to say.
 */
export const definitionReader = ({
  reader
}: Pick<Validator, "reader">): ((defined: Defined, definition: JsonObject) => Effect.Effect<Tool, Refused>) => {
  const about = reader(definitionSchema)
  return ({ name, called }, definition) =>
    Effect.map(about({ called, are: "is", instead: "{}" })({ args: definition }), (read) => definedTool(name, read))
}
