import type { Json } from "@toolgate/core"
import { invalid } from "../../worker/JobFailed.ts"
import { jsonFault } from "./jsonFault.ts"

/** The most levels of nesting of JSON that is read. */
export const mostLevels = 128

/** Returns the value of a JSON text. Fails in words, with the line and the column of the first fault. */
export const readJson = (text: string, place: string): Json => {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(`In ${place} is no JSON: ${jsonFault(text)}.`)
  }
  if (isDeeper(value, mostLevels)) throw invalid(`The JSON in ${place} nests deeper than ${mostLevels} levels.`)
  return value
}

/** Whether a value nests deeper than so many levels. It stops at the level after them. */
const isDeeper = (value: Json, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (isDeeper(member as Json, levels - 1)) return true
  return false
}
