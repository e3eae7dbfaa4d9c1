import { getText, toObject } from "./unknownJson.ts"

/**
 * Returns the run id of the program at the provider that made a call; `undefined` for a call of the model. An
 * unreadable caller counts as a program without an id, so that only tools for chains accept its calls.
 */
export const getProgramId = (caller: unknown, idName: "tool_id" | "caller_id"): string | undefined => {
  if (caller === undefined || caller === null) return undefined
  const given = toObject(caller)
  if (given === undefined) return ""
  return getText(given, "type") === "direct" ? undefined : (getText(given, idName) ?? "")
}
