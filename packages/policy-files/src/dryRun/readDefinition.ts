import { type JsonObject, type Tool, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { definedTool } from "./definedTool.ts"
import { requestParser } from "./readRequest.ts"

/**
 * Reads a tool's definition as a request of a dry run has one, and makes the tool that it describes. Fails with what is wrong with
 * it, as the end of a sentence whose subject is the definition; whether the tool can be registered is for the registry to say.
 */
export const readDefinition = Effect.fnUntraced(function* (
  name: string,
  definition: JsonObject
): Effect.fn.Return<Tool, string, ToolRegistry> {
  const parse = yield* requestParser(yield* ToolRegistry)
  yield* parse({ value: { tool: name, definition } }).pipe(
    Effect.mapError(({ message }) =>
      message
        .replace(/^Arguments of "[^"]*" are /, "is ")
        .replace(/^Arguments of "[^"]*" /, "")
        .replaceAll('"/definition"', "the top level")
        .replaceAll('"/definition/', '"/')
        .replace(/\.$/, "")
    )
  )
  return definedTool(name, definition)
})
