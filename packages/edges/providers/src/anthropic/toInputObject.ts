import type { Json, JsonObject } from "@toolgate/core"
import { isJsonObject, readJson } from "@toolgate/core/json"

/** Returns an input as an object, which requests require. Wraps other values under an explanatory name. */
export const toInputObject = (input: Json | undefined): JsonObject => {
  if (isJsonObject(input)) return input
  if (input === undefined || input === null) return {}
  if (typeof input === "string" && input.trim() === "") return {}
  if (typeof input !== "string") return { INVALID_JSON: input }
  try {
    const value = readJson(input)
    return isJsonObject(value) ? value : { INVALID_JSON: input }
  } catch {
    return { INVALID_JSON: input }
  }
}
