import * as Predicate from "effect/Predicate"
import type { JsonObject } from "./Json.ts"
import { readJson } from "./readJson.ts"

/** Parses a JSON object. Returns `undefined` for other JSON, invalid JSON and duplicate members. */
export const parseJsonObject = (json: string): JsonObject | undefined => {
  try {
    const parsed = readJson(json)
    return Predicate.isObject(parsed) ? (parsed as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an object but not a list. Meant for parsed JSON; class instances pass too. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
