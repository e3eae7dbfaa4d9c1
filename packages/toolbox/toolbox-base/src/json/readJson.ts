import type { Json } from "@toolgate/core"
import { visit } from "jsonc-parser"
import { invalid } from "../worker/JobFailed.ts"
import { describePosition } from "./describePosition.ts"
import { isExactNumber, type Reviver } from "./exactNumber.ts"
import { findJsonFault } from "./findJsonFault.ts"

/** The limit for nesting of JSON. */
export const mostLevels = 128

/** Parses JSON. Fails with the line and column of the first error. */
export const readJson = (text: string, place: string, reviver?: Reviver): Json => {
  let value: Json
  try {
    value = reviver === undefined ? JSON.parse(text) : (JSON.parse as ParseWithSource)(text, reviver)
  } catch {
    throw invalid(`Invalid JSON in ${place}: ${findJsonFault(text)}.`)
  }
  if (isDeeper(value, mostLevels)) throw invalid(`The JSON in ${place} is nested deeper than ${mostLevels} levels.`)
  // A reviver has already replaced such numbers.
  const infinite = reviver === undefined ? infiniteIn(text) : undefined
  if (infinite !== undefined)
    throw invalid(
      `In ${place}, a number at ${describePosition(text, infinite)} is greater than any that can be read; write it as a string.`
    )
  return value
}

// TypeScript does not have the reviver's context yet.
type ParseWithSource = (text: string, reviver: Reviver) => Json

/** Returns the offset of a number that would become infinite. */
const infiniteIn = (text: string): number | undefined => {
  // Only a long number or one with a large exponent can be infinite, and few texts contain any.
  if (!/\d[eE]\+?\d{3}|\d{300}/.test(text)) return undefined
  let found: number | undefined
  visit(text, {
    onLiteralValue: (value, at) => {
      if (typeof value === "number" && !Number.isFinite(value)) found ??= at
    }
  })
  return found
}

/** Whether a value is nested deeper than a number of levels. Stops one level below. */
const isDeeper = (value: Json, levels: number): boolean => {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return false
  if (levels === 0) return true
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (isDeeper(member as Json, levels - 1)) return true
  return false
}
