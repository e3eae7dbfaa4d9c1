import { objectOf, textIn } from "./unknownJson.ts"

/**
 * Returns the id of the run of a provider's program that made a call, which the provider says beside the call, and `undefined` for a
 * call of the model itself. What says neither counts as a program without an id: only tools that take calls of chains take its calls.
 */
export const programOf = (caller: unknown, idName: "tool_id" | "caller_id"): string | undefined => {
  if (caller === undefined || caller === null) return undefined
  const given = objectOf(caller)
  if (given === undefined) return ""
  return textIn(given, "type") === "direct" ? undefined : (textIn(given, idName) ?? "")
}
