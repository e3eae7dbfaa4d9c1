import * as Predicate from "effect/Predicate"
import type { JsonObject } from "./Json.ts"
import { parseJson } from "./parseJson.ts"

/** Returns the JSON object that a text holds, or `undefined` if it holds none. */
export const objectIn = (json: string): JsonObject | undefined => {
  try {
    const parsed = parseJson(json)
    return Predicate.isObject(parsed) ? (parsed as JsonObject) : undefined
  } catch {
    return undefined
  }
}
