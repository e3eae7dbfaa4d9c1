import * as Predicate from "effect/Predicate"
import type { JsonObject } from "./Json.ts"
import { readJson } from "./readJson.ts"

/** Returns the JSON object that a text holds, or `undefined` if it holds none, or gives a member twice. */
export const parseJsonObject = (json: string): JsonObject | undefined => {
  try {
    const parsed = readJson(json)
    return Predicate.isObject(parsed) ? (parsed as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an object, and no list. It is meant for parsed JSON: of any other value, no more is known than that. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
