import * as Predicate from "effect/Predicate"
import type { JsonObject } from "./Json.ts"

/** The JSON object that a text is, if it is one. */
export const objectIn = (json: string): JsonObject | undefined => {
  try {
    const parsed: unknown = JSON.parse(json)
    return Predicate.isObject(parsed) ? (parsed as JsonObject) : undefined
  } catch {
    return undefined
  }
}
