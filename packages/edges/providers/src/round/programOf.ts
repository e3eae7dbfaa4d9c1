import { objectOf, textIn } from "./unknownJson.ts"

/**
 * Returns the run id of the program at the provider that made a call; `undefined` for a call of the model. An
 * unreadable caller counts as a program without an id, so that only tools for chains accept its calls.
 */
export const programOf = (caller: unknown, idName: "tool_id" | "caller_id"): string | undefined => {
  if (caller === undefined || caller === null) return undefined
  const given = objectOf(caller)
  if (given === undefined) return ""
  return textIn(given, "type") === "direct" ? undefined : (textIn(given, idName) ?? "")
}
