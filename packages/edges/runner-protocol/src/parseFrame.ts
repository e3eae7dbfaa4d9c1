import type { FrameBounds } from "./FrameBounds.ts"
import { jsonFault } from "./jsonFault.ts"

/** A line as the object that it is; if it is none, what is wrong with it, as the end of a sentence that quotes nothing of it. */
export const parseFrame = (line: string, bounds: FrameBounds): Record<string, unknown> | string => {
  const excess = frameExcess(line, bounds)
  if (excess !== undefined) return excess
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    const at = jsonFault(line, error)
    return at === undefined ? "is not JSON" : `is not JSON: character ${at + 1} cannot stand there`
  }
  return isObject(value) ? value : "is JSON, but no object"
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Which bound a line passes, its length aside, as the end of a sentence. It is looked at before anything is parsed, since a parsed value may take fifty times the memory of its
 * text. What is no JSON may pass here.
 */
export const frameExcess = (line: string, { depth, values, names }: FrameBounds): string | undefined => {
  // Most are too short to go beyond any bound: each value takes a character at least.
  if (line.length <= Math.min(depth, values, names)) return undefined
  let open = 0
  let count = 1
  let named = 0
  for (let at = 0; at < line.length; at++) {
    switch (line.charCodeAt(at)) {
      case quote:
        at = textEnd(line, at)
        break
      case comma:
        count += 1
        break
      case colon:
        named += 1
        break
      case openingBracket:
      case openingBrace:
        count += 1
        open += 1
        if (open > depth) return `is nested deeper than ${depth}`
        break
      case closingBracket:
      case closingBrace:
        open -= 1
    }
    if (named > names) return `holds more than ${names} names`
    if (count > values) return `holds more than ${values} values`
  }
  return undefined
}

/** Where the text ends that begins here. Searching for its end is far faster than looking at each character. */
const textEnd = (line: string, begin: number): number => {
  let end = line.indexOf('"', begin + 1)
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf('"', end + 1)
  return end === -1 ? line.length : end
}

const isEscaped = (line: string, at: number): boolean => {
  let before = at - 1
  while (line.charCodeAt(before) === backslash) before -= 1
  return (at - before) % 2 === 0
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
