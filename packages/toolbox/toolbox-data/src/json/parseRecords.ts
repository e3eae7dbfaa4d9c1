import type { Json, JsonObject } from "@toolgate/core"
import type { TextInput } from "@toolgate/toolbox-base/jobs"
import { invalid } from "@toolgate/toolbox-base/jobs"
import { findExactNumbers, isExactNumber, readJson } from "@toolgate/toolbox-base/json"

/** Objects, and the names of all members in order of first appearance. */
export interface Records {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<JsonObject>
}

/** Parses a JSON list of objects. Numbers that JavaScript would change become `ExactNumber`. */
export const parseRecords = ({ text, place }: TextInput): Records => {
  const value = readJson(text, place, findExactNumbers(text))
  if (!Array.isArray(value))
    throw invalid(
      `The JSON in ${place} must be a list of objects; it is ${kindOf(value)}. The tool "json_query" picks a list.`
    )
  const columns = new Set<string>()
  for (const [at, row] of value.entries()) {
    if (!isObject(row)) throw invalid(`The JSON in ${place} must list objects; item ${at + 1} is ${kindOf(row)}.`)
    for (const name of Object.keys(row)) columns.add(name)
  }
  return { columns: [...columns], rows: value }
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value)

const kindOf = (value: Json): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  if (isExactNumber(value)) return "a number"
  if (typeof value === "object") return "an object"
  return typeof value === "string" ? "a string" : `a ${typeof value}`
}
