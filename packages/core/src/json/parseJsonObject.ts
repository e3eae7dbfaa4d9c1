import * as Predicate from "effect/Predicate"
import type { JsonObject } from "./Json.ts"
import { readJson } from "./readJson.ts"

/**
 * Parses a JSON object. Returns `undefined` for other JSON, invalid JSON and duplicate members.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parseJsonObject } from "@toolgate/core/json"
 *
 * assert.deepEqual(parseJsonObject('{ "path": "a.txt" }'), { path: "a.txt" })
 * // Refuses lists and duplicate members.
 * assert.deepEqual([parseJsonObject("[]"), parseJsonObject('{ "a": 1, "a": 2 }')], [undefined, undefined])
 * ```
 */
export const parseJsonObject = (json: string): JsonObject | undefined => {
  try {
    const parsed = readJson(json)
    return Predicate.isObject(parsed) ? (parsed as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a value is an object but not a list. Meant for parsed JSON; class instances pass too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isJsonObject, parseJson } from "@toolgate/core/json"
 *
 * assert.equal(isJsonObject(parseJson('{ "path": "a.txt" }')), true)
 * assert.equal(isJsonObject(parseJson("[]")), false)
 * ```
 */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
