import type { Json } from "@toolgate/core"
import { visit } from "jsonc-parser"
import { invalid } from "../worker/JobFailed.ts"
import { isExactNumber, type Reviver } from "./exactNumber.ts"
import { findJsonFault } from "./findJsonFault.ts"
import { position } from "./position.ts"

/** The most levels of nesting of JSON that is read. */
export const mostLevels = 128

/** Returns the value of a JSON text. Fails in words, with the line and the column of the first fault. */
export const readJson = (text: string, place: string, reviver?: Reviver): Json => {
  let value: Json
  try {
    value = reviver === undefined ? JSON.parse(text) : (JSON.parse as ParseWithSource)(text, reviver)
  } catch {
    throw invalid(`In ${place} is no JSON: ${findJsonFault(text)}.`)
  }
  if (isDeeper(value, mostLevels)) throw invalid(`The JSON in ${place} nests deeper than ${mostLevels} levels.`)
  // A reviver has put others in the place of such numbers.
  const infinite = reviver === undefined ? infiniteIn(text) : undefined
  if (infinite !== undefined)
    throw invalid(
      `In ${place}, a number at ${position(text, infinite)} is greater than any that can be read; write it as a text.`
    )
  return value
}

// The types of the language do not have the context yet.
type ParseWithSource = (text: string, reviver: Reviver) => Json

/** Returns the place of a number that would be read as an infinite one. */
const infiniteIn = (text: string): number | undefined => {
  // Only a number with an exponent or very many digits can be so great, and few texts have any.
  if (!/\d[eE]\+?\d{3}|\d{300}/.test(text)) return undefined
  let found: number | undefined
  visit(text, {
    onLiteralValue: (value, at) => {
      if (typeof value === "number" && !Number.isFinite(value)) found ??= at
    }
  })
  return found
}

/** Whether a value nests deeper than so many levels. It stops at the level after them. */
const isDeeper = (value: Json, levels: number): boolean => {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return false
  if (levels === 0) return true
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (isDeeper(member as Json, levels - 1)) return true
  return false
}
