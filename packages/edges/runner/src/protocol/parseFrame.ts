import type { FrameBounds } from "./FrameBounds.ts"

/** Parses a line as an object. Otherwise returns the problem as the end of a sentence that does not quote the line. */
export const parseFrame = (
  line: string,
  bounds: FrameBounds,
  parse: (text: string) => unknown
): Record<string, unknown> | string => {
  const excess = findFrameExcess(line, bounds)
  if (excess !== undefined) return excess
  let value: unknown
  try {
    value = parse(line)
  } catch (error) {
    const at = findJsonFault(line, error)
    return at === undefined ? "is not JSON" : `is not JSON: unexpected character ${at + 1}`
  }
  return isObject(value) ? value : "is JSON, but not an object"
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns the limit that a line exceeds, other than its length, as the end of a sentence. The line is checked before it
 * is parsed, because a parsed value may take fifty times the memory of its text. Invalid JSON may pass.
 */
export const findFrameExcess = (line: string, { depth, values, names }: FrameBounds): string | undefined => {
  // Most lines are too short to exceed a limit, because each value takes at least a character.
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

/**
 * Returns the end of the string that begins here. Searching for the quote is far faster than checking each character.
 */
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

/**
 * Returns where invalid JSON breaks, in characters from 0, or `undefined` if the search would be slow. The engine
 * reports the position only for some errors. For the others, the position is the end of the longest prefix that is
 * merely incomplete.
 */
const findJsonFault = (text: string, error: unknown): number | undefined => {
  const told = toldBy(error)
  if (told !== undefined || text.length > searchable) return told
  let known = 0
  for (let beyond = text.length; known < beyond; ) {
    const middle = Math.ceil((known + beyond) / 2)
    if (mayGoOn(text.slice(0, middle))) known = middle
    else beyond = middle - 1
  }
  return known
}

/** The longest text to search. Each step parses a prefix; 64 Ki characters take some milliseconds in total. */
const searchable = 64 * 1024

const mayGoOn = (beginning: string): boolean => {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    return endedEarly(error) || (toldBy(error) ?? 0) >= beginning.length
  }
}

const endedEarly = (error: unknown) => error instanceof SyntaxError && error.message === "Unexpected end of JSON input"

/**
 * Returns the position in the engine's message. Quoted text comes in double quotes, so only the part before the first
 * quote is trusted.
 */
const toldBy = (error: unknown): number | undefined => {
  const told = error instanceof SyntaxError ? /^[^"]* in JSON at position (\d+)/.exec(error.message)?.[1] : undefined
  return told === undefined ? undefined : Number(told)
}
